// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {FillVerifier} from "./FillVerifier.sol";
import {Transfers} from "./Transfers.sol";
import {IFillRecipient, ReceivedFill} from "./interfaces/IFillRecipient.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {Accounts} from "./libraries/Accounts.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {BoundedTokens} from "./libraries/BoundedTokens.sol";
import {Failures} from "./libraries/Failures.sol";
import {FillChecks} from "./libraries/FillChecks.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {Attestation} from "./types/Attestation.sol";
import {Config} from "./types/Config.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillSettlement
/// @notice Takes the payment of an accepted fill and passes all of it on, in the same transaction.
/// @dev Between transactions this contract holds no one's funds: a payout or hook that fails reverts
/// the fill, and nothing is ever claimable. It has no `receive`.
/// @dev Warning: rebasing tokens are not supported. A token that charges a fee charges it twice, on the way in and on the
/// way out; what arrived here is what counts.
/// @dev Warning: `payAuthorized` returns money to any address that its caller names. A contract that lets others choose the
/// argument of its own call pays the address that they choose.
abstract contract FillSettlement is FillVerifier, Transfers, IFillSettlement {
    using PaidRequests for PaidRequests.State;
    using SolverWindows for SolverWindows.State;

    /// @dev Sets up what settlement adds to the policy.
    function __FillSettlement_init(Config memory config) internal onlyInitializing {
        _grantRole(RESCUE_ROLE, config.admin);
    }

    /// @inheritdoc IFillSettlement
    function payAuthorized(Payment calldata p) external payable nonReentrant returns (uint256 delivered) {
        Terms memory t = _readAuthorization(p);
        address refundTo = t.refundTo;
        if (refundTo == address(0)) {
            if (t.solver == address(0)) revert NotAuthorized(t.callHash);
        } else if (!_isAuthorized(t)) {
            _returnPayment(t, refundTo);
            return 0;
        }
        _accept(t);
        return _settle(t);
    }

    /// @inheritdoc IFillSettlement
    function hashPayment(Payment calldata p) external view returns (bytes32 callHash) {
        Terms memory t;
        _setPayment(t, p);
        return t.callHash;
    }

    /// @inheritdoc IFillSettlement
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch) {
        PaidRequests.Call storage found = _verifierStorage().requests.calls[callHash];
        return (found.solver, found.policyEpoch);
    }

    // Evidence

    /// @dev Every failing check of a fill in either way, and whether it could be paid.
    function _inspectFill(Terms memory t, address payer, uint256 amount) internal view returns (uint256 failed) {
        bool direct = t.callHash == bytes32(0);
        bool payable_ = direct ? amount <= _available(t.token, payer) : amount >= t.minimum && amount <= t.maximum;
        if (direct) {
            t.amount = amount;
            t.value = t.token == address(0) ? amount : 0;
        }
        failed = _inspect(t);
        if (!payable_) failed |= FillChecks.PAYMENT;
    }

    /// @dev Checks the evidence of an authorized order in full and remembers its call. A pause does not stop it: to narrow
    /// the policy with calls in flight, pause, change it, have the calls authorized again, and unpause.
    function _authorize(Terms memory t) internal {
        _runEvidenceChecks(t);

        FillVerifierStorage storage $ = _verifierStorage();
        PaidRequests.Call storage call = $.requests.calls[t.callHash];
        bool added = $.requests.link(t.id, t.callHash);
        // Of several solvers, keep the one whose window ends last, so that no one can shorten an authorization.
        bool better = call.policyEpoch != $.policyEpoch || $.solvers.outlasts(t.solver, call.solver);
        if (better) {
            call.solver = t.solver;
            call.policyEpoch = $.policyEpoch;
            call.recipientHook = t.recipientFlags & Accounts.HOOK != 0;
        }
        if (added || better) emit FillAuthorized(t.id, t.callHash, uint48(t.deadline));
    }

    /// @dev The terms of a call from its own arguments alone, and the solver that attested it; zero when none did.
    function _readAuthorization(Payment calldata p) private view returns (Terms memory t) {
        _setPayment(t, p);
        t.id = t.callHash;
        t.authorized = true;
        PaidRequests.Call memory found = _verifierStorage().requests.calls[t.callHash];
        uint64 epoch = policyEpoch();
        if (found.policyEpoch != epoch) {
            t.termsFailure = Failures.encode(AuthorizationStale.selector, found.policyEpoch, epoch);
        }
        if (found.solver != address(0)) _setSolver(t, found.solver);
        if (found.recipientHook) (t.recipientFlags, t.data) = (Accounts.HOOK, p.data);
        Attestation memory words = t.words;
        words.originChainId = p.originChainId;
        words.originUser = p.originUser;
        words.originCurrency = p.originCurrency;
        t.value = msg.value;
        t.amount = t.token == address(0) ? msg.value : Math.min(_available(t.token, msg.sender), t.maximum);
    }

    /// @dev The call is authorized in this policy epoch, by a solver that is active now.
    function _isAuthorized(Terms memory t) private pure returns (bool) {
        return t.termsFailure.length == 0 && t.isSolverActive;
    }

    // Payment

    /// @dev `_settle` of a direct fill of an order. Of native payments the service's oracle counts those that the
    /// order's fill contract reports.
    function _settleOrder(Terms memory t) internal returns (uint256 delivered) {
        if (t.token == address(0)) emit SolverNativeTransfer(t.recipient, t.value);
        return _settle(t);
    }

    /// @dev Takes what an accepted fill brings and passes it on. Only after `_accept`.
    function _settle(Terms memory t) internal returns (uint256 delivered) {
        address token = t.token;
        uint256 before = _balance(token);
        // The value of a message is part of the balance, and comes with no token.
        unchecked {
            before -= t.value;
        }
        delivered = token == address(0) ? t.value : _pull(t, address(this), before);

        emit FillAccepted(t.id, t.recipient, t.solver, msg.sender, token, delivered);
        _send(token, t.recipient, delivered);
        if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, delivered);
        _checkBalance(token, before);
    }

    /// @dev Gives what the caller of an unauthorized call brings to `refundTo`. Nothing is accepted, and nothing marked.
    function _returnPayment(Terms memory t, address refundTo) private {
        _checkReturn(t, refundTo, msg.sender);
        address token = t.token;
        if (token == address(0)) {
            emit PaymentReturned(t.callHash, refundTo, msg.sender, token, t.value);
            uint256 before = address(this).balance - t.value;
            _send(token, refundTo, t.value);
            _checkBalance(token, before);
        } else {
            uint256 returned = _pull(t, refundTo, BoundedTokens.balanceOf(token, refundTo));
            emit PaymentReturned(t.callHash, refundTo, msg.sender, token, returned);
        }
    }

    /// @dev The conditions for returning a payment. Override it to restrict who may cause a return, or to refuse all.
    /// A recipient's contract that is listed, or that may be in the tree, is reached through evidence alone.
    function _checkReturn(Terms memory t, address refundTo, address /* payer */) internal view virtual {
        _checkPaused(t);
        _checkExpiry(t);
        _checkNotPaid(t);
        if (t.minimum == 0 || t.minimum > t.maximum) revert UnsupportedOutput(1, t.minimum, t.maximum);
        _checkPayment(t);
        uint256 flags = _flags(refundTo);
        bool isRecipient = flags & Accounts.RECIPIENT != 0 || recipientRoot() != bytes32(0);
        if (
            refundTo == t.token ||
            _isForbidden(refundTo, flags) ||
            flags & Accounts.HOOK != 0 ||
            (isRecipient && Accounts.isContract(refundTo))
        ) revert InvalidRefundTo(refundTo);
    }

    /// @dev What `account` could pay of `token` to this contract now, in the token's smallest unit.
    function _available(address token, address account) internal view returns (uint256) {
        return token == address(0) ? account.balance : BoundedTokens.available(token, account, address(this));
    }

    /// @dev Pulls exactly the amount from the caller to `to`, which holds `before`, and returns what arrived there.
    function _pull(Terms memory t, address to, uint256 before) private returns (uint256 received) {
        received = _pull(t.token, to, t.amount, before);
        if (received < t.minimum) revert PaymentTooLow(received, t.minimum);
    }

    function _callHook(Terms memory t, uint256 amount) private {
        ReceivedFill memory received = ReceivedFill({
            id: t.id,
            originChainId: t.words.originChainId,
            originUser: t.words.originUser,
            originCurrency: t.words.originCurrency,
            token: t.token,
            amount: amount,
            data: t.data
        });
        (bool ok, bytes memory returned) = BoundedCalls.tryCall(
            t.recipient,
            0,
            abi.encodeCall(IFillRecipient.onFill, (received))
        );
        if (!ok || returned.length < 32 || bytes4(returned) != IFillRecipient.onFill.selector) {
            revert HookFailed(t.recipient, returned);
        }
    }
}
