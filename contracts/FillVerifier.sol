// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IFillVerifier} from "./interfaces/IFillVerifier.sol";
import {Accounts} from "./libraries/Accounts.sol";
import {Failures} from "./libraries/Failures.sol";
import {FillChecks} from "./libraries/FillChecks.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {Payments} from "./libraries/Payments.sol";
import {RouteTable} from "./libraries/RouteTable.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {Config, RecipientConfig, RouteConfig, SolverConfig} from "./types/Config.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillVerifier
/// @notice The policy of a receiver, and the one gate that every fill passes.
/// @dev Inherit it through a kind of evidence (`AttestedOrders`), call `__FillVerifier_init` from an initializer or from
/// a constructor that is marked `initializer`, and
/// let every entry point that pays or acts go through `_accept`. Each check is a small virtual function that calls
/// `_fail`, or does nothing: override one to change one rule.
/// @dev Warning: a payment must follow `_accept`, never precede it, in a `nonReentrant` function.
/// @dev Warning: behind an upgradeable proxy, whoever upgrades can do anything.
abstract contract FillVerifier is
    IFillVerifier,
    AccessControlUpgradeable,
    PausableUpgradeable,
    ReentrancyGuardTransient
{
    using Accounts for Accounts.State;
    using PaidRequests for PaidRequests.State;
    using RouteTable for RouteTable.State;
    using SolverWindows for SolverWindows.State;

    /// @notice May change solvers, routes, recipients, routers and reserved addresses.
    bytes32 public constant POLICY_ROLE = keccak256("fillproof.POLICY_ROLE");
    /// @notice May pause, and revoke a solver at once.
    bytes32 public constant GUARDIAN_ROLE = keccak256("fillproof.GUARDIAN_ROLE");

    /// @dev Permit2, at the same address on every chain.
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    /// @dev A bit of no check, in the terms of an inspection.
    uint256 private constant INSPECTING = 1 << 255;

    /// @custom:storage-location erc7201:fillproof.storage.FillVerifier
    struct FillVerifierStorage {
        // One slot, since every payment reads all of it. A chain id beyond 64 bits would be cut, and nothing accepted.
        // Whoever finds another name with the same 15 bytes of hash still needs a trusted solver to sign an order for it.
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

    // Set-up

    /// @dev Sets the whole policy. `config.admin` gets every role of this contract.
    function __FillVerifier_init(Config memory config) internal onlyInitializing {
        if (config.admin == address(0)) revert InvalidConfig("admin");
        if (bytes(config.chainName).length == 0) revert InvalidConfig("chainName");

        __AccessControl_init();
        _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
        _grantRole(POLICY_ROLE, config.admin);
        _grantRole(GUARDIAN_ROLE, config.admin);

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
    function setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE) {
        _setSolver(config);
    }

    /// @inheritdoc IFillVerifier
    function revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE) {
        _verifierStorage().solvers.revoke(solver);
        emit SolverSet(solver, 0, 0);
        _raisePolicyEpoch();
    }

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

    /// @inheritdoc IFillVerifier
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @inheritdoc IFillVerifier
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @dev In the slot that every payment reads anyway.
    function _pause() internal override whenNotPaused {
        _verifierStorage().isPaused = true;
        emit Paused(msg.sender);
    }

    /// @dev See `_pause`.
    function _unpause() internal override whenPaused {
        _verifierStorage().isPaused = false;
        emit Unpaused(msg.sender);
    }

    // Views

    /// @notice Tells whether no fills are taken now.
    function paused() public view override returns (bool) {
        return _verifierStorage().isPaused;
    }

    /// @inheritdoc IFillVerifier
    function isPaid(bytes32 id) public view returns (bool) {
        return _verifierStorage().requests.isPaid(id);
    }

    /// @inheritdoc IFillVerifier
    function solverWindow(address solver) public view returns (uint48 start, uint48 stop) {
        return _verifierStorage().solvers.get(solver);
    }

    /// @inheritdoc IFillVerifier
    function isSolverActive(address solver) public view returns (bool) {
        return _verifierStorage().solvers.isActive(solver);
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

    // The gate

    /// @dev Reverts with the first failing check, else marks the fill paid. Only what follows may call out. Runs in
    /// each payment and nowhere else: override it to ask more of those who pay.
    function _accept(Terms memory t) internal virtual {
        _runChecks(t);
        PaidRequests.State storage requests = _verifierStorage().requests;
        if (t.callHash == bytes32(0)) requests.markPaid(t.id);
        else requests.calls[t.callHash].isPaid = true;
    }

    /// @dev Returns every failing check, as `FillChecks` bits.
    function _inspect(Terms memory t) internal view returns (uint256 failed) {
        t.failed = INSPECTING;
        _runChecks(t);
        return t.failed ^ INSPECTING;
    }

    /// @dev The checks in their order.
    function _runChecks(Terms memory t) internal view {
        _checkPaused(t);
        _runEvidenceChecks(t);
    }

    /// @dev All checks but the pause. What was checked when a call was authorized can only have changed with the policy
    /// epoch, which is part of the terms, or with time and payment.
    function _runEvidenceChecks(Terms memory t) internal view {
        _checkSigner(t);
        bool isNew = !t.authorized;
        if (isNew) {
            _checkDestination(t);
            _checkOrigin(t);
            _checkAmountSent(t);
            _checkRequestId(t);
        }
        _checkTerms(t);
        _checkExpiry(t);
        if (isNew) _checkRecipient(t);
        _checkNotPaid(t);
        _checkPayment(t);
    }

    /// @dev Reverts with `failure`, an encoded error; or, in an inspection, only notes that `check` fails.
    function _fail(Terms memory t, uint256 check, bytes memory failure) internal pure {
        if (t.failed != 0) {
            t.failed |= check;
            return;
        }
        assembly ("memory-safe") {
            revert(add(failure, 0x20), mload(failure))
        }
    }

    // The checks: each calls `_fail` with its bit, or does nothing

    /// @dev No fills while paused.
    function _checkPaused(Terms memory t) internal view virtual {
        if (_verifierStorage().isPaused) _fail(t, FillChecks.PAUSED, abi.encodeWithSelector(EnforcedPause.selector));
    }

    /// @dev The signature recovers a solver that is active now.
    function _checkSigner(Terms memory t) internal view virtual {
        if (t.isSolverActive) return;
        bytes memory failure = t.signatureFailure;
        if (failure.length == 0) {
            (uint48 start, uint48 stop) = solverWindow(t.solver);
            failure = Failures.encode(UnknownSolver.selector, Failures.word(t.solver), start, stop);
        }
        _fail(t, FillChecks.SIGNATURE, failure);
    }

    /// @dev The attested chain and the chain that the order names are this one. The name stands for the configured
    /// chain id, so that a receiver on a fork that took another id refuses everything.
    function _checkDestination(Terms memory t) internal view virtual {
        uint256 found = t.words.destinationChainId;
        if (found == block.chainid) found = _chainIdOf(t.chainNameHash);
        if (found == block.chainid) return;
        _fail(t, FillChecks.DESTINATION, Failures.encode(WrongDestinationChain.selector, found, block.chainid));
    }

    /// @dev The origin chain and currency are an accepted route.
    function _checkOrigin(Terms memory t) internal view virtual {
        if (t.routeMax != 0) return;
        _fail(
            t,
            FillChecks.ORIGIN,
            Failures.encode(OriginNotAccepted.selector, t.words.originChainId, uint256(t.words.originCurrency))
        );
    }

    /// @dev The amount sent lies in the route's range. Without a route there is no range, and `_checkOrigin` says so.
    function _checkAmountSent(Terms memory t) internal view virtual {
        (uint256 amount, uint256 max) = (t.words.originAmount, t.routeMax);
        if ((amount >= t.routeMin && amount <= max) || max == 0) return;
        _fail(t, FillChecks.AMOUNT_SENT, Failures.encode(AmountOutOfRange.selector, amount, t.routeMin, max));
    }

    /// @dev The attested request id is not zero, and is the order's hash.
    function _checkRequestId(Terms memory t) internal view virtual {
        uint256 requestId = uint256(t.words.requestId);
        if (requestId == 0) {
            _fail(t, FillChecks.REQUEST_ID, Failures.encode(InvalidRequestId.selector, requestId));
        } else if (uint256(t.id) != requestId) {
            _fail(t, FillChecks.REQUEST_ID, Failures.encode(OrderMismatch.selector, uint256(t.id), requestId));
        }
    }

    /// @dev The evidence is complete, one, and for this contract.
    function _checkTerms(Terms memory t) internal view virtual {
        if (t.termsFailure.length != 0) _fail(t, FillChecks.TERMS, t.termsFailure);
    }

    /// @dev Not signed by the attestation: the deadline is the order's.
    function _checkExpiry(Terms memory t) internal view virtual {
        if (block.timestamp <= t.deadline) return;
        _fail(t, FillChecks.EXPIRY, Failures.encode(RequestExpired.selector, block.timestamp, t.deadline));
    }

    /// @dev The recipient is one EVM address in the attestation and in the order, on the allowlist, and no contract
    /// that must never be paid, listed or not.
    function _checkRecipient(Terms memory t) internal view virtual {
        bytes32 word = t.words.destinationUser;
        address recipient = t.recipient;
        bytes32 required = bytes32(uint256(uint160(recipient)));
        bytes memory failure;
        if (word != required && word != bytes32(0) && uint256(word) >> 160 == 0) {
            failure = Failures.encode(RecipientMismatch.selector, uint256(word), uint256(required));
        } else if (
            word != required || word == bytes32(0) || recipient == t.token || _isForbidden(recipient, t.recipientFlags)
        ) {
            failure = Failures.encode(InvalidRecipient.selector, uint256(word));
        } else if (t.recipientFlags & Accounts.RECIPIENT == 0) {
            failure = Failures.encode(RecipientNotAllowed.selector, uint256(word));
        } else {
            return;
        }
        _fail(t, FillChecks.RECIPIENT, failure);
    }

    /// @dev Neither the order nor the call that it authorizes was paid.
    function _checkNotPaid(Terms memory t) internal view virtual {
        PaidRequests.State storage requests = _verifierStorage().requests;
        bool isPaid_ = t.callHash == bytes32(0) ? requests.paid[t.id] != 0 : requests.calls[t.callHash].isPaid;
        if (isPaid_) _fail(t, FillChecks.DUPLICATE, Failures.encode(RequestAlreadyPaid.selector, uint256(t.id)));
    }

    /// @dev The stated amount is within the terms, and comes as native value if and only if the token is native.
    function _checkPayment(Terms memory t) internal view virtual {
        uint256 required = t.token == address(0) ? t.amount : 0;
        bytes memory failure;
        if (t.value != required) {
            failure = Failures.encode(UnexpectedValue.selector, t.value, required);
        } else if (t.amount < t.minimum) {
            failure = Failures.encode(PaymentTooLow.selector, t.amount, t.minimum);
        } else if (t.amount > t.maximum) {
            failure = Failures.encode(PaymentTooHigh.selector, t.amount, t.maximum);
        } else {
            return;
        }
        _fail(t, FillChecks.PAYMENT, failure);
    }

    // For evidence and settlement

    /// @dev Takes who signed, and looks up whether that counts now.
    function _setSolver(Terms memory t, address solver) internal view {
        t.solver = solver;
        t.isSolverActive = _verifierStorage().solvers.isActive(solver);
    }

    /// @dev Looks up the route of the origin that `t` states.
    function _setRoute(Terms memory t) internal view {
        (t.routeMin, t.routeMax) = _verifierStorage().routes.get(t.words.originChainId, t.words.originCurrency);
    }

    /// @dev Looks a recipient up, in the list of addresses or by a proof of its place in the tree.
    function _recipientFlags(address recipient, bytes32[] calldata proof) internal view virtual returns (uint256) {
        Accounts.State storage accounts = _verifierStorage().accounts;
        uint256 flags = accounts.flags[recipient];
        if (proof.length == 0 || flags & Accounts.RECIPIENT != 0) return flags;
        return flags | accounts.provedFlags(recipient, proof);
    }

    /// @dev Takes the terms of an authorized payment from its own arguments. Reads each field whose upper bytes may be
    /// dirty, as `Payments.hash` expects.
    function _setPayment(Terms memory t, Payment calldata p) internal view {
        t.callHash = Payments.hash(p, address(this));
        t.token = p.token;
        t.minimum = p.minimum;
        t.maximum = p.maximum;
        t.recipient = p.recipient;
        t.refundTo = p.refundTo;
        t.deadline = p.deadline;
    }

    /// @dev Returns the id of the chain whose name in orders has this hash; zero for a name that is not known.
    function _chainIdOf(bytes32 nameHash) internal view returns (uint256) {
        FillVerifierStorage storage $ = _verifierStorage();
        (uint256 chainId, bytes15 ownHash) = ($.chainId, $.chainNameHash);
        return bytes15(nameHash) == ownHash ? chainId : 0;
    }

    /// @dev Left-pads an address.
    function _padded(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function _verifierStorage() internal pure returns (FillVerifierStorage storage $) {
        assembly {
            $.slot := FILL_VERIFIER_STORAGE
        }
    }

    /// @dev What the policy says of an address: flags of `Accounts`.
    function _flags(address account) internal view returns (uint256) {
        return _verifierStorage().accounts.flags[account];
    }

    /// @dev Tells whether `account`, of which the policy says `flags`, must never be paid.
    function _isForbidden(address account, uint256 flags) internal view returns (bool) {
        return flags & (Accounts.ROUTER | Accounts.RESERVED) != 0 || account == address(this) || account == PERMIT2;
    }

    function _setSolver(SolverConfig memory config) private {
        if (config.solver == address(0)) revert InvalidConfig("solver");
        if (config.stop != 0 && config.stop <= config.start) revert InvalidConfig("stop");
        bool narrowed = _verifierStorage().solvers.set(config.solver, config.start, config.stop);
        emit SolverSet(config.solver, config.start, config.stop);
        if (narrowed) _raisePolicyEpoch();
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
        _verifierStorage().accounts.set(router, Accounts.ROUTER, allowed ? Accounts.ROUTER : 0);
        emit RouterSet(router, allowed);
        _raisePolicyEpoch();
    }

    function _setReserved(address account, bool reserved) private {
        if (account == address(0)) revert InvalidConfig("reserved");
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
