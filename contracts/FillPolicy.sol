// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SolverPolicy} from "./SolverPolicy.sol";
import {IFillVerifier} from "./interfaces/IFillVerifier.sol";
import {Accounts} from "./libraries/Accounts.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {RouteTable} from "./libraries/RouteTable.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {Config, RecipientConfig, RouteConfig} from "./types/Config.sol";

/// @title FillPolicy
/// @notice Whom and what a receiver accepts, what it has paid, and who may change the policy.
/// @dev Warning: behind an upgradeable proxy, the account that upgrades can do anything.
abstract contract FillPolicy is IFillVerifier, SolverPolicy {
    using Accounts for Accounts.State;
    using PaidRequests for PaidRequests.State;
    using RouteTable for RouteTable.State;
    using SolverWindows for SolverWindows.State;

    /// @dev Permit2, at the same address on every chain.
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    /// @custom:storage-location erc7201:fillproof.storage.FillVerifier
    struct FillVerifierStorage {
        // One slot, with a short hash of the name: a direct fill reads chain and pause, an authorization chain and epoch,
        // an authorized payment pause and epoch. A chain id beyond 64 bits would be cut, and nothing accepted. An attacker
        // who finds another name with the same 15 bytes still needs a trusted solver to sign an order for it.
        uint64 chainId;
        uint64 policyEpoch;
        bool isPaused;
        bytes15 chainNameHash;
        SolverWindows.State solvers;
        RouteTable.State routes;
        Accounts.State accounts;
        PaidRequests.State requests;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.FillVerifier")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant FILL_VERIFIER_STORAGE = 0x69570ce1bf3bc186438c9074a15263f303f5d3a391b7a839300f5a9da60ec300;

    /// @dev Sets the whole policy. `config.admin` gets every role of this contract.
    function __FillPolicy_init(Config memory config) internal onlyInitializing {
        __SolverPolicy_init(config.admin, config.chainName);

        FillVerifierStorage storage $ = _verifierStorage();
        $.chainId = uint64(block.chainid);
        $.chainNameHash = bytes15(keccak256(bytes(config.chainName)));

        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.routes.length; ++i) _setRoute(config.routes[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) _setRecipient(config.recipients[i]);
        for (uint256 i = 0; i < config.routers.length; ++i) _setRouter(config.routers[i], true);
        for (uint256 i = 0; i < config.reserved.length; ++i) _setReserved(config.reserved[i], true);
        $.policyEpoch = 1;
    }

    // Policy

    /// @inheritdoc IFillVerifier
    function setRoute(RouteConfig memory config) external onlyRole(POLICY_ROLE) {
        _setRoute(config);
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
        bytes32 old = _verifierStorage().accounts.recipientRoot;
        _verifierStorage().accounts.recipientRoot = root;
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
    function isPaid(bytes32 id) public view returns (bool) {
        return _verifierStorage().requests.isPaid(id);
    }

    /// @inheritdoc IFillVerifier
    function route(uint256 chainId, bytes32 currency) public view returns (uint128 min, uint128 max) {
        (uint256 lowest, uint256 highest) = _verifierStorage().routes.get(chainId, currency);
        return (uint128(lowest), uint128(highest));
    }

    /// @inheritdoc IFillVerifier
    function recipientStatus(address recipient) public view returns (bool allowed, bool hook) {
        uint256 flags = _flags(recipient);
        return (flags & Accounts.RECIPIENT != 0, flags & Accounts.HOOK != 0);
    }

    /// @inheritdoc IFillVerifier
    function isRouter(address account) public view returns (bool) {
        return _flags(account) & Accounts.ROUTER != 0;
    }

    /// @inheritdoc IFillVerifier
    function isReserved(address account) public view returns (bool) {
        return _isForbidden(account, _flags(account));
    }

    /// @inheritdoc IFillVerifier
    function recipientRoot() public view returns (bytes32) {
        return _verifierStorage().accounts.recipientRoot;
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

    /// @dev Looks a recipient up, in the list of addresses or by a proof of its place in the tree.
    function _recipientFlags(address recipient, bytes32[] calldata proof) internal view virtual returns (uint256) {
        Accounts.State storage accounts = _verifierStorage().accounts;
        uint256 flags = accounts.flags[recipient];
        if (proof.length == 0 || flags & Accounts.RECIPIENT != 0) return flags;
        return flags | accounts.provedFlags(recipient, proof);
    }

    /// @dev Returns the id of the chain whose name in orders has this hash; zero for a name that is not known.
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

    /// @dev The address's flags in the policy, see `Accounts`.
    function _flags(address account) internal view returns (uint256) {
        return _verifierStorage().accounts.flags[account];
    }

    /// @dev Whether `account`, which has `flags`, must never be paid.
    function _isForbidden(address account, uint256 flags) internal view returns (bool) {
        return flags & (Accounts.ROUTER | Accounts.RESERVED) != 0 || account == address(this) || account == PERMIT2;
    }

    function _solvers() internal view override returns (SolverWindows.State storage) {
        return _verifierStorage().solvers;
    }

    function _setPaused(bool value) internal override {
        _verifierStorage().isPaused = value;
    }

    function _solverNarrowed() internal override {
        _raisePolicyEpoch();
    }

    function _setRoute(RouteConfig memory config) private {
        if (config.chainId == 0) revert InvalidConfig("chainId");
        if (config.min > config.max) revert InvalidConfig("min");
        bool narrowed = _verifierStorage().routes.set(config.chainId, config.currency, config.min, config.max);
        emit RouteSet(config.chainId, config.currency, config.min, config.max);
        if (narrowed) _raisePolicyEpoch();
    }

    function _setRecipient(RecipientConfig memory config) private {
        if (config.recipient == address(0)) revert InvalidConfig("recipient");
        _setRecipient(config.recipient, config.hook ? Accounts.RECIPIENT | Accounts.HOOK : Accounts.RECIPIENT);
    }

    // While there is a root, one that was not listed may have been in the tree, with another hook.
    function _setRecipient(address recipient, uint256 flags) private {
        uint256 old = _verifierStorage().accounts.set(recipient, Accounts.RECIPIENT | Accounts.HOOK, flags);
        emit RecipientSet(recipient, flags & Accounts.RECIPIENT != 0, flags & Accounts.HOOK != 0);
        if (old != flags && (old != 0 || recipientRoot() != bytes32(0))) _raisePolicyEpoch();
    }

    // A new router is a new address that may not be paid, so that both directions narrow the policy.
    function _setRouter(address router, bool allowed) private {
        if (router == address(0)) revert InvalidConfig("router");
        // Raises the epoch whatever the flag was.
        // slither-disable-next-line unused-return
        _verifierStorage().accounts.set(router, Accounts.ROUTER, allowed ? Accounts.ROUTER : 0);
        emit RouterSet(router, allowed);
        _raisePolicyEpoch();
    }

    function _setReserved(address account, bool reserved) private {
        if (account == address(0)) revert InvalidConfig("reserved");
        // Raises the epoch whatever the flag was.
        // slither-disable-next-line unused-return
        _verifierStorage().accounts.set(account, Accounts.RESERVED, reserved ? Accounts.RESERVED : 0);
        emit ReservedSet(account, reserved);
        if (reserved) _raisePolicyEpoch();
    }

    /// @dev Epoch 0 is set-up, before which nothing was authorized.
    function _raisePolicyEpoch() internal {
        FillVerifierStorage storage $ = _verifierStorage();
        if ($.policyEpoch != 0) emit PolicyEpochRaised(++$.policyEpoch);
    }
}
