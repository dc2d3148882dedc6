// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

import {SolverPolicy} from "./SolverPolicy.sol";
import {IFillVerifier} from "./interfaces/IFillVerifier.sol";
import {Config, RecipientConfig, RouteConfig, TokenConfig} from "./types/Config.sol";

/// @title FillPolicy
/// @notice The policy of a receiver: accepted routes, tokens and recipients, and addresses that must never be paid.
/// @dev Warning: behind an upgradeable proxy, the account that upgrades can do anything.
abstract contract FillPolicy is IFillVerifier, SolverPolicy {
    /// @dev An inclusive range of amounts. `max` 0 accepts nothing.
    struct Range {
        uint128 min;
        uint128 max;
    }

    /// @dev Permit2 has this address on almost every chain. If a chain has another Permit2, reserve its address.
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    // The flags of an address say whether it may be paid, and whether it must never be paid.
    uint256 internal constant RECIPIENT = 1 << 0;
    uint256 internal constant HOOK = 1 << 1;
    uint256 internal constant ROUTER = 1 << 2;
    uint256 internal constant RESERVED = 1 << 3;

    /// @custom:storage-location erc7201:fillproof.storage.FillVerifier
    struct FillVerifierStorage {
        // These four share one slot, because each kind of fill reads two or three of them. To fit, the hash of the name is
        // cut to 15 bytes. An attacker who finds another name with the same 15 bytes still needs a trusted solver to sign an
        // order for it. A chain id of more than 64 bits would be cut too; the receiver would then refuse everything.
        uint64 chainId;
        uint64 policyEpoch;
        bool isPaused;
        bytes15 chainNameHash;
        // Currencies are left-padded. Token zero is the native currency.
        mapping(uint256 chainId => mapping(bytes32 currency => Range)) routes;
        mapping(address token => Range) tokens;
        mapping(address account => uint256) flags;
        // The root of the recipient tree, which can have any number of recipients.
        bytes32 recipientRoot;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.FillVerifier")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant FILL_VERIFIER_STORAGE = 0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300;

    /// @dev Sets the whole policy, and the roles of `config.admin` and `config.guardian`. The argument is in memory, so that
    /// a constructor can call this function.
    function __FillPolicy_init(Config memory config) internal onlyInitializing {
        __SolverPolicy_init(config.admin, config.guardian, config.chainName);
        FillVerifierStorage storage $ = _verifierStorage();
        $.chainId = uint64(block.chainid);
        $.chainNameHash = bytes15(keccak256(bytes(config.chainName)));
        $.policyEpoch = 1;
        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.routes.length; ++i) _setRoute(config.routes[i]);
        for (uint256 i = 0; i < config.tokens.length; ++i) _setToken(config.tokens[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) _setRecipient(config.recipients[i]);
        for (uint256 i = 0; i < config.routers.length; ++i) _setRouter(config.routers[i], true);
        for (uint256 i = 0; i < config.reserved.length; ++i) _setReserved(config.reserved[i], true);
    }

    // Policy

    /// @inheritdoc IFillVerifier
    function setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE) {
        _setRoute(config);
    }

    /// @inheritdoc IFillVerifier
    function setToken(address token, uint128 min, uint128 max) external onlyRole(POLICY_ROLE) {
        _setToken(TokenConfig({token: token, min: min, max: max}));
    }

    /// @inheritdoc IFillVerifier
    function setRecipient(RecipientConfig memory config) external onlyRole(POLICY_ROLE) {
        _setRecipient(config);
    }

    /// @inheritdoc IFillVerifier
    function removeRecipient(address recipient) external onlyRole(POLICY_ROLE) {
        _setRecipient(recipient, 0);
    }

    /// @inheritdoc IFillVerifier
    function setRecipientRoot(bytes32 root) external onlyRole(POLICY_ROLE) {
        bytes32 old = _verifierStorage().recipientRoot;
        _verifierStorage().recipientRoot = root;
        emit RecipientRootSet(root);
        if (old != bytes32(0) && old != root) _raisePolicyEpoch();
    }

    /// @inheritdoc IFillVerifier
    function setRouter(address router, bool allowed) external onlyRole(POLICY_ROLE) {
        _setRouter(router, allowed);
    }

    /// @inheritdoc IFillVerifier
    function setReserved(address account, bool reserved) external onlyRole(POLICY_ROLE) {
        _setReserved(account, reserved);
    }

    // Views

    /// @notice Returns whether fills are paused.
    function paused() public view override returns (bool) {
        return _verifierStorage().isPaused;
    }

    /// @inheritdoc IFillVerifier
    function route(uint256 chainId, bytes32 currency) public view returns (uint128 min, uint128 max) {
        Range storage range = _verifierStorage().routes[chainId][currency];
        return (range.min, range.max);
    }

    /// @inheritdoc IFillVerifier
    function tokenRange(address token) public view returns (uint128 min, uint128 max) {
        Range storage range = _verifierStorage().tokens[token];
        return (range.min, range.max);
    }

    /// @inheritdoc IFillVerifier
    function recipientStatus(address recipient) public view returns (bool allowed, bool hook) {
        uint256 flags = _flags(recipient);
        return (flags & RECIPIENT != 0, flags & HOOK != 0);
    }

    /// @inheritdoc IFillVerifier
    function isRouter(address account) public view returns (bool) {
        return _flags(account) & ROUTER != 0;
    }

    /// @inheritdoc IFillVerifier
    function isReserved(address account) public view returns (bool) {
        return _isForbidden(account, _flags(account));
    }

    /// @inheritdoc IFillVerifier
    function recipientRoot() public view returns (bytes32) {
        return _verifierStorage().recipientRoot;
    }

    /// @inheritdoc IFillVerifier
    function policyEpoch() public view returns (uint64) {
        return _verifierStorage().policyEpoch;
    }

    /// @inheritdoc IFillVerifier
    function ownChain() public view returns (uint256 chainId, bytes15 nameHash) {
        return (_verifierStorage().chainId, _verifierStorage().chainNameHash);
    }

    // For evidence, checks and settlement

    /// @dev Looks up a recipient on the list, or by a proof for the tree. The first word of the proof is the hook flag; the
    /// rest is the path.
    function _recipientFlags(address recipient, bytes32[] calldata proof) internal view virtual returns (uint256) {
        uint256 flags = _flags(recipient);
        if (proof.length == 0 || flags & RECIPIENT != 0) return flags;
        bytes32 root = recipientRoot();
        if (root == bytes32(0) || uint256(proof[0]) > 1) return flags;
        // The leaf is hashed twice, as in OpenZeppelin's trees, so that no inner node passes for a leaf. It has the chain and
        // the contract, so that a proof is worthless for another receiver.
        bytes32 leaf = keccak256(
            bytes.concat(keccak256(abi.encode(block.chainid, address(this), recipient, proof[0])))
        );
        if (MerkleProof.processProofCalldata(proof[1:], leaf) != root) return flags;
        return proof[0] == bytes32(0) ? flags | RECIPIENT : flags | RECIPIENT | HOOK;
    }

    /// @dev Returns the id of the chain whose name in orders has this hash, or zero if the name is not known.
    function _chainIdOf(bytes32 nameHash) internal view returns (uint256) {
        FillVerifierStorage storage $ = _verifierStorage();
        (uint256 chainId, bytes15 ownHash) = ($.chainId, $.chainNameHash);
        return bytes15(nameHash) == ownHash ? chainId : 0;
    }

    function _verifierStorage() internal pure returns (FillVerifierStorage storage $) {
        assembly {
            $.slot := FILL_VERIFIER_STORAGE
        }
    }

    function _flags(address account) internal view returns (uint256) {
        return _verifierStorage().flags[account];
    }

    /// @dev Returns whether an account with these flags may be a recipient: it is on the list, or a recipient tree is set,
    /// which may have it.
    function _mayBeRecipient(uint256 flags) internal view returns (bool) {
        return flags & RECIPIENT != 0 || recipientRoot() != bytes32(0);
    }

    /// @dev Returns whether `account` must never be paid. `flags` are the flags of `account`.
    function _isForbidden(address account, uint256 flags) internal view returns (bool) {
        return flags & (ROUTER | RESERVED) != 0 || account == address(this) || account == PERMIT2;
    }

    /// @dev Returns whether `account` has code and may be a recipient. `flags` are the flags of `account`.
    function _isRecipientsContract(address account, uint256 flags) internal view returns (bool) {
        return _mayBeRecipient(flags) && account.code.length != 0;
    }

    function _setPaused(bool value) internal override {
        _verifierStorage().isPaused = value;
    }

    function _setRoute(RouteConfig memory config) internal {
        if (config.chainId == 0) revert InvalidConfig("chainId");
        Range storage range = _verifierStorage().routes[config.chainId][config.currency];
        bool narrowed = _setRange(range, config.min, config.max);
        emit RouteSet(config.chainId, config.currency, config.min, config.max);
        if (narrowed) _raisePolicyEpoch();
    }

    function _setRange(Range storage range, uint128 min, uint128 max) private returns (bool narrowed) {
        if (min > max) revert InvalidConfig("min");
        narrowed = range.max != 0 && (min > range.min || max < range.max);
        (range.min, range.max) = (min, max);
    }

    function _setToken(TokenConfig memory config) internal {
        bool narrowed = _setRange(_verifierStorage().tokens[config.token], config.min, config.max);
        emit TokenSet(config.token, config.min, config.max);
        if (narrowed) _raisePolicyEpoch();
    }

    function _setRecipient(RecipientConfig memory config) internal {
        if (config.recipient == address(0)) revert InvalidConfig("recipient");
        _setRecipient(config.recipient, config.hook ? RECIPIENT | HOOK : RECIPIENT);
    }

    // While a root is set, an unlisted recipient may be in the tree. Listing the recipient can then change its hook, so the
    // epoch rises.
    function _setRecipient(address recipient, uint256 flags) private {
        uint256 old = _setFlags(recipient, RECIPIENT | HOOK, flags);
        emit RecipientSet(recipient, flags & RECIPIENT != 0, flags & HOOK != 0);
        if (old != flags && (old != 0 || recipientRoot() != bytes32(0))) _raisePolicyEpoch();
    }

    // The orders of authorized calls may name the router, so the epoch rises if the router is removed.
    function _setRouter(address router, bool allowed) internal {
        if (router == address(0)) revert InvalidConfig("router");
        bool changed = _setFlag(router, ROUTER, allowed);
        emit RouterSet(router, allowed);
        if (changed && (!allowed || _mayBeRecipient(_flags(router)))) _raisePolicyEpoch();
    }

    function _setReserved(address account, bool reserved) internal {
        if (account == address(0)) revert InvalidConfig("reserved");
        bool changed = _setFlag(account, RESERVED, reserved);
        emit ReservedSet(account, reserved);
        if (changed && reserved && _mayBeRecipient(_flags(account))) _raisePolicyEpoch();
    }

    function _setFlag(address account, uint256 flag, bool value) private returns (bool changed) {
        uint256 flags = value ? flag : 0;
        return _setFlags(account, flag, flags) != flags;
    }

    /// @dev Sets the flags of `account` that are in `mask`. Returns their old value.
    function _setFlags(address account, uint256 mask, uint256 value) private returns (uint256 old) {
        uint256 flags = _flags(account);
        _verifierStorage().flags[account] = (flags & ~mask) | value;
        return flags & mask;
    }

    /// @dev Makes authorizations stale. Call it whenever you narrow a rule of your own that authorized calls have already
    /// passed.
    function _raisePolicyEpoch() internal {
        emit PolicyEpochRaised(++_verifierStorage().policyEpoch);
    }
}
