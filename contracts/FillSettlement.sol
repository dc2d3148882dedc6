// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {FillVerifier} from "./FillVerifier.sol";
import {Transfers} from "./Transfers.sol";
import {IFillRecipient, ReceivedFill} from "./interfaces/IFillRecipient.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {Payments} from "./libraries/Payments.sol";
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
    /// @dev Sets the whole policy, and the roles of `config.admin`, `config.guardian` and `config.rescuer`.
    function __FillSettlement_init(Config calldata config) internal onlyInitializing {
        __FillPolicy_init(config);
        _grantFirst(RESCUE_ROLE, config.rescuer, "rescuer");
    }

    /// @inheritdoc IFillSettlement
    function payAuthorized(Payment calldata payment) external payable nonReentrant returns (uint256 delivered) {
        Terms memory terms;
        _setPayment(terms, payment);
        bytes32 callHash = terms.callHash;
        Call memory call = _verifierStorage().calls[callHash];
        // A call that was authorized is paid, or reverts.
        if (call.solver == address(0)) {
            if (terms.refundTo == address(0)) revert NotAuthorized(callHash);
            _returnPayment(terms);
            return 0;
        }
        _checkSolver(call.solver);
        if (call.policyEpoch != policyEpoch()) revert AuthorizationStale(call.policyEpoch, policyEpoch());
        terms.id = callHash;
        terms.solver = call.solver;
        terms.originChainId = payment.originChainId;
        terms.originUser = payment.originUser;
        terms.originCurrency = payment.originCurrency;
        if (call.hook) (terms.hook, terms.data) = (true, payment.data);

        uint256 amount = _takenAmount(terms);
        _accept(terms, amount);
        return _settle(terms, amount);
    }

    /// @inheritdoc IFillSettlement
    function hashPayment(Payment calldata payment) external view returns (bytes32 callHash) {
        Terms memory terms;
        _setPayment(terms, payment);
        return terms.callHash;
    }

    /// @inheritdoc IFillSettlement
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch) {
        Call storage call = _verifierStorage().calls[callHash];
        return (call.solver, call.policyEpoch);
    }

    /// @dev Remembers the call of evidence that was read and checked. A pause does not stop it.
    function _authorize(Terms memory terms) internal {
        _checkExpiry(terms.deadline);
        _checkNotPaid(terms);
        FillVerifierStorage storage $ = _verifierStorage();
        Call storage call = $.calls[terms.callHash];
        // Among active solvers, the one whose window ends last is kept: presenting another's evidence never shortens it.
        // slither-disable-next-line timestamp
        if (call.policyEpoch != $.policyEpoch || !isSolverActive(call.solver) || _outlasts(terms.solver, call.solver)) {
            call.solver = terms.solver;
            call.policyEpoch = $.policyEpoch;
            call.hook = terms.hook;
        }
        emit FillAuthorized(terms.id, terms.callHash, uint48(terms.deadline));
    }

    // Payment

    /// @dev Returns the amount that a call takes: the message's value, or as much of the token as the caller has and allows, up
    /// to the maximum.
    function _takenAmount(Terms memory terms) private view returns (uint256) {
        if (terms.token == address(0)) return msg.value;
        return Math.min(BoundedCalls.available(terms.token, msg.sender, address(this)), terms.maximum);
    }

    /// @dev `_settle` of a direct fill. What was measured lies in the token's range.
    function _settleDirect(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        delivered = _settle(terms, amount);
        if (terms.token != address(0)) _checkMeasured(terms.token, delivered);
    }

    /// @dev `_settleDirect` of an order. Of native payments the service's oracle counts those that the order's fill contract
    /// reports.
    function _settleOrder(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        if (terms.token == address(0)) emit SolverNativeTransfer(terms.recipient, amount);
        return _settleDirect(terms, amount);
    }

    /// @dev Takes what an accepted fill brings and passes it on. Only after `_accept`.
    function _settle(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        (address token, address recipient) = (terms.token, terms.recipient);
        uint256 before = _balance(token);
        // The value of a message is part of the balance, and comes with no token.
        unchecked {
            before -= msg.value;
        }
        delivered = token == address(0) ? amount : _pull(terms, amount, address(this), before);

        emit FillAccepted(terms.id, recipient, terms.solver, msg.sender, token, delivered);
        _send(token, recipient, delivered);
        if (terms.hook) _callHook(terms, delivered);
        _checkBalance(token, before);
    }

    /// @dev Gives what the caller of a call that was never authorized brings to its `refundTo`. Nothing is accepted, and
    /// nothing marked.
    function _returnPayment(Terms memory terms) private {
        _checkReturn(terms, msg.sender);
        (address token, address refundTo, uint256 amount) = (terms.token, terms.refundTo, _takenAmount(terms));
        _checkPayment(terms, amount, msg.value);
        if (token == address(0)) {
            emit PaymentReturned(terms.callHash, refundTo, msg.sender, token, amount);
            uint256 before = address(this).balance - amount;
            _send(token, refundTo, amount);
            _checkBalance(token, before);
        } else {
            uint256 returned = _pull(terms, amount, refundTo, BoundedCalls.balanceOf(token, refundTo));
            emit PaymentReturned(terms.callHash, refundTo, msg.sender, token, returned);
        }
    }

    /// @dev The conditions for returning a payment, besides its amount. Override it to restrict who may cause a return, or to
    /// refuse all. The token is called only after it was found on the list. No stranger's contract is called, only what
    /// an EIP-7702 account delegates to: a recipient's contract is reached through evidence alone, another's by a token.
    function _checkReturn(Terms memory terms, address /* payer */) internal view virtual {
        _requireNotPaused();
        _checkExpiry(terms.deadline);
        _checkToken(terms);
        _checkRange(terms.minimum, terms.maximum);
        address refundTo = terms.refundTo;
        uint256 flags = _flags(refundTo);
        if (
            refundTo == terms.token ||
            _isForbidden(refundTo, flags) ||
            flags & HOOK != 0 ||
            (_mayBeRecipient(flags) && refundTo.code.length != 0) ||
            (terms.token == address(0) && _isContract(refundTo))
        ) revert InvalidRefundTo(refundTo);
    }

    /// @dev No stray balance reaches a recipient's contract around its hook, but by the administrator, who could list it.
    function _checkRescue(address to) internal view override {
        if (_mayBeRecipient(_flags(to)) && to.code.length != 0 && !hasRole(DEFAULT_ADMIN_ROLE, msg.sender)) {
            revert InvalidRescueTarget(to);
        }
    }

    /// @dev Pulls exactly `amount` from the caller to `to`, which holds `before`, and returns what arrived there.
    function _pull(Terms memory terms, uint256 amount, address to, uint256 before) private returns (uint256 received) {
        received = _pull(terms.token, to, amount, before);
        if (received < terms.minimum) revert PaymentTooLow(received, terms.minimum);
    }

    function _callHook(Terms memory terms, uint256 amount) private {
        ReceivedFill memory received = ReceivedFill({
            id: terms.id,
            originChainId: terms.originChainId,
            originUser: terms.originUser,
            originCurrency: terms.originCurrency,
            token: terms.token,
            amount: amount,
            data: terms.data
        });
        (bool ok, bytes memory returned) = BoundedCalls.tryCall(
            terms.recipient,
            0,
            abi.encodeCall(IFillRecipient.onFill, (received))
        );
        if (!ok || returned.length < 32 || bytes4(returned) != IFillRecipient.onFill.selector) {
            revert HookFailed(terms.recipient, returned);
        }
    }

    /// @dev Whether `account` is a contract. An EOA that delegates to one (EIP-7702) has 23 bytes of code, 0xef0100 and an
    /// address, and does not count as a contract.
    function _isContract(address account) private view returns (bool) {
        bytes memory code = account.code;
        return code.length != 0 && !(code.length == 23 && bytes3(code) == 0xef0100);
    }
}
