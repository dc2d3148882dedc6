// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {FillPolicy} from "./FillPolicy.sol";
import {Accounts} from "./libraries/Accounts.sol";
import {Failures} from "./libraries/Failures.sol";
import {FillChecks} from "./libraries/FillChecks.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {Payments} from "./libraries/Payments.sol";
import {RouteTable} from "./libraries/RouteTable.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {Config} from "./types/Config.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillVerifier
/// @notice The one gate that every fill passes, and its checks.
/// @dev Inherit it through a kind of evidence (`AttestedOrders`), call `__FillVerifier_init` from an initializer or from
/// a constructor that is marked `initializer`, and let every entry point that pays or acts go through `_accept`. Each
/// check is a small virtual function that calls `_fail`, or does nothing: override one to change one rule.
/// @dev Warning: a payment must follow `_accept`, never precede it, in a `nonReentrant` function.
abstract contract FillVerifier is FillPolicy, ReentrancyGuardTransient {
    using PaidRequests for PaidRequests.State;
    using RouteTable for RouteTable.State;
    using SolverWindows for SolverWindows.State;

    /// @dev Sets the whole policy. `config.admin` gets every role of this contract.
    function __FillVerifier_init(Config memory config) internal onlyInitializing {
        __FillPolicy_init(config);
    }

    // The gate

    /// @dev Reverts with the first failing check, else marks the fill paid. Only what follows may call out. Runs in
    /// each payment and nowhere else: override it to restrict payers further.
    function _accept(Terms memory t) internal virtual {
        _runChecks(t);
        PaidRequests.State storage requests = _verifierStorage().requests;
        if (t.callHash == bytes32(0)) requests.markPaid(t.id);
        else requests.calls[t.callHash].isPaid = true;
    }

    /// @dev Returns every failing check, as `FillChecks` bits.
    function _inspect(Terms memory t) internal view returns (uint256 failed) {
        t.failed = Failures.INSPECTING;
        _runChecks(t);
        return t.failed ^ Failures.INSPECTING;
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
        t.failed = Failures.note(t.failed, check, failure);
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
        if (failure.length == 0) failure = _unknownSolver(t.solver);
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
        // Deadlines are in seconds, within the chain's rules for its clock.
        // slither-disable-next-line timestamp
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

    /// @dev Sets the signer, and whether it is an active solver now.
    function _setSolver(Terms memory t, address solver) internal view {
        t.solver = solver;
        t.isSolverActive = _verifierStorage().solvers.isActive(solver);
    }

    /// @dev Looks up the route of the origin that `t` states.
    function _setRoute(Terms memory t) internal view {
        (t.routeMin, t.routeMax) = _verifierStorage().routes.get(t.words.originChainId, t.words.originCurrency);
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

    /// @dev Left-pads an address.
    function _padded(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
