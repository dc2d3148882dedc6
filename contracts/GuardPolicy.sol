// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SolverPolicy} from "./SolverPolicy.sol";
import {IPaymentGuard} from "./interfaces/IPaymentGuard.sol";
import {ChainNames} from "./libraries/ChainNames.sol";
import {PaidRecipients} from "./libraries/PaidRecipients.sol";
import {ChainConfig} from "./types/Config.sol";
import {GuardConfig} from "./types/GuardConfig.sol";

/// @title GuardPolicy
/// @notice The policy of a guard: solvers, chains and recipients.
/// @dev Warning: behind an upgradeable proxy, the account that upgrades can do anything.
abstract contract GuardPolicy is IPaymentGuard, SolverPolicy {
    using ChainNames for ChainNames.State;
    using PaidRecipients for PaidRecipients.State;

    /// @custom:storage-location erc7201:fillproof.storage.PaymentGuard
    struct PaymentGuardStorage {
        // These three share one slot, because every payment reads all of them. A chain id of more than 64 bits would be cut
        // to fit; the guard would then refuse everything.
        address depository;
        uint64 chainId;
        bool isPaused;
        bytes32 chainNameHash;
        ChainNames.State chains;
        PaidRecipients.State recipients;
        // A `bool` would cost more: Solidity reads a slot before it writes part of it.
        mapping(bytes32 id => uint256) paid;
        // Every pair of a name and an id that was ever set. Pairs are never removed, and payments don't read them.
        ChainNames.State pairs;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.PaymentGuard")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant PAYMENT_GUARD_STORAGE = 0xb4c2d53e7bba4d519f5c7069b24fcee05d18539e89e6289c12fbebb99999ef00;

    /// @dev Sets the whole policy, and the roles of `config.admin` and `config.guardian`.
    function __GuardPolicy_init(GuardConfig calldata config) internal onlyInitializing {
        __SolverPolicy_init(config.admin, config.guardian, config.chainName);
        // A deposit to an account without code would succeed and be lost.
        if (config.depository.code.length == 0) revert InvalidConfig("depository");

        PaymentGuardStorage storage $ = _guardStorage();
        $.depository = config.depository;
        emit DepositorySet(config.depository);
        // A guard has no policy epoch to raise, so it ignores whether a name was narrowed.
        // slither-disable-next-line unused-return
        $.chains.set(config.chainName, block.chainid, true);
        emit ChainSet(config.chainName, block.chainid, true);
        $.chainId = uint64(block.chainid);
        $.chainNameHash = keccak256(bytes(config.chainName));

        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.chains.length; ++i) _setChain(config.chains[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) {
            _setRecipient(config.recipients[i].chainId, config.recipients[i].recipient, true);
        }
    }

    /// @inheritdoc IPaymentGuard
    function setChain(ChainConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setChain(config);
    }

    /// @inheritdoc IPaymentGuard
    function setRecipient(uint256 chainId, bytes calldata recipient, bool allowed) external onlyRole(POLICY_ROLE) {
        _setRecipient(chainId, recipient, allowed);
    }

    /// @notice Returns whether payments are paused.
    function paused() public view override returns (bool) {
        return _guardStorage().isPaused;
    }

    /// @inheritdoc IPaymentGuard
    function isPaid(bytes32 id) external view returns (bool) {
        return _guardStorage().paid[id] != 0;
    }

    /// @inheritdoc IPaymentGuard
    function depository() public view returns (address) {
        return _guardStorage().depository;
    }

    /// @inheritdoc IPaymentGuard
    function chainIdOf(string calldata name) public view returns (uint256) {
        // Only the id is returned.
        // slither-disable-next-line unused-return
        (uint256 chainId, ) = _guardStorage().chains.get(keccak256(bytes(name)));
        return chainId;
    }

    /// @inheritdoc IPaymentGuard
    function isEvmChain(uint256 chainId) public view returns (bool) {
        return _guardStorage().chains.isEvmChain(chainId);
    }

    /// @inheritdoc IPaymentGuard
    function isRecipientAllowed(uint256 chainId, bytes calldata recipient) public view returns (bool) {
        return _guardStorage().recipients.isAllowed(chainId, recipient);
    }

    /// @inheritdoc IPaymentGuard
    function ownChain() public view returns (uint256 chainId, bytes32 nameHash) {
        return (_guardStorage().chainId, _guardStorage().chainNameHash);
    }

    function _guardStorage() internal pure returns (PaymentGuardStorage storage $) {
        assembly {
            $.slot := PAYMENT_GUARD_STORAGE
        }
    }

    function _setPaused(bool value) internal override {
        _guardStorage().isPaused = value;
    }

    function _setChain(ChainConfig calldata config) private {
        bytes32 fault = ChainNames.findFault(config);
        if (fault != 0) revert InvalidConfig(fault);
        PaymentGuardStorage storage $ = _guardStorage();
        if (keccak256(bytes(config.name)) == $.chainNameHash) revert InvalidConfig("name");
        // A payer's terms state the id of the destination chain, but the solver pays on the chain that the order names. So a
        // name must never get another id.
        if (config.chainId != 0 && $.pairs.set(config.name, config.chainId, config.isEvm)) {
            revert InvalidConfig("isEvm");
        }
        // A guard has no policy epoch to raise, so it ignores whether a name was narrowed.
        // slither-disable-next-line unused-return
        $.chains.set(config.name, config.chainId, config.isEvm);
        emit ChainSet(config.name, config.chainId, config.isEvm);
    }

    function _setRecipient(uint256 chainId, bytes calldata recipient, bool allowed) private {
        PaymentGuardStorage storage $ = _guardStorage();
        if (recipient.length == 0) revert InvalidConfig("recipient");
        if (allowed) {
            if ($.chains.nameHashes[chainId] == bytes32(0)) revert InvalidConfig("chainId");
            if ($.chains.isEvmChain(chainId) && (recipient.length != 20 || bytes20(recipient) == bytes20(0))) {
                revert InvalidConfig("recipient");
            }
        }
        $.recipients.set(chainId, recipient, allowed);
        emit PaidRecipientSet(chainId, recipient, allowed);
    }
}
