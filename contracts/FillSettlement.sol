// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {FillDelivery} from "./FillDelivery.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {Payments} from "./libraries/Payments.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillSettlement
/// @notice Authorized calls: remembers those that evidence names, and pays each once. Returns what was never authorized.
/// @dev Warning: `payAuthorized` returns money to any address that its caller names. A contract that lets others choose the
/// argument of its own call pays the address that they choose.
abstract contract FillSettlement is FillDelivery, IFillSettlement {
    /// @dev An authorized call: the solver that attested it, and the policy epoch. One slot, in which its payment is
    /// marked too, for good: a paid call is never authorized again.
    struct Call {
        address solver;
        uint64 policyEpoch;
        bool hook;
        bool isPaid;
    }

    /// @custom:storage-location erc7201:fillproof.storage.FillSettlement
    struct FillSettlementStorage {
        mapping(bytes32 callHash => Call) calls;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.FillSettlement")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant FILL_SETTLEMENT_STORAGE =
        0xf79d48da5358904e7a0e38078f056ee719f713d9a7f398ada3f84e206c5e7300;

    /// @inheritdoc IFillSettlement
    function payAuthorized(Payment calldata payment) external payable nonReentrant returns (uint256 delivered) {
        Terms memory terms;
        _readCall(terms, payment);
        terms.originChainId = payment.originChainId;
        terms.originUser = payment.originUser;
        terms.originCurrency = payment.originCurrency;

        // A call that was authorized is paid, or reverts.
        Call memory call = _settlementStorage().calls[terms.id];
        if (call.solver == address(0)) {
            if (terms.refundTo == address(0)) revert NotAuthorized(terms.id);
            _returnPayment(terms);
            return 0;
        }

        _checkAuthorization(terms.id, call);
        terms.solver = call.solver;
        if (call.hook) (terms.hook, terms.data) = (true, payment.data);
        uint256 amount = _takenAmount(terms);
        _acceptCall(terms, amount);

        return _deliverWithinTerms(terms, amount);
    }

    /// @inheritdoc IFillSettlement
    function hashPayment(Payment calldata payment) external view returns (bytes32 callHash) {
        return Payments.hash(payment, address(this));
    }

    /// @inheritdoc IFillSettlement
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch) {
        Call storage call = _settlementStorage().calls[callHash];
        return (call.solver, call.policyEpoch);
    }

    /// @inheritdoc IFillSettlement
    function isPaid(bytes32 id) public view virtual returns (bool) {
        return isCallPaid(id);
    }

    /// @inheritdoc IFillSettlement
    function isCallPaid(bytes32 callHash) public view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }

    // Authorizing

    /// @dev Remembers the call of evidence that was read and checked, which `id` names. A pause does not stop it.
    function _authorize(Terms memory terms, bytes32 id) internal {
        _checkExpiry(terms.deadline);
        _checkCallNotPaid(terms.id, id);
        Call storage call = _settlementStorage().calls[terms.id];
        uint64 epoch = policyEpoch();
        // Among active solvers, the one whose window ends last is kept: presenting another's evidence never shortens it.
        // slither-disable-next-line timestamp
        if (call.policyEpoch != epoch || !isSolverActive(call.solver) || _outlasts(terms.solver, call.solver)) {
            call.solver = terms.solver;
            call.policyEpoch = epoch;
            call.hook = terms.hook;
        }
        emit FillAuthorized(id, terms.id, uint48(terms.deadline));
    }

    /// @dev The call was not paid, for the evidence `id` or for another.
    function _checkCallNotPaid(bytes32 callHash, bytes32 /* id */) internal view virtual {
        if (isCallPaid(callHash)) revert RequestAlreadyPaid(callHash);
    }

    // Payment

    /// @dev The call is unpaid, its solver is active now, and nothing was narrowed since it was authorized.
    function _checkAuthorization(bytes32 callHash, Call memory call) internal view virtual {
        if (call.isPaid) revert RequestAlreadyPaid(callHash);
        _checkSolver(call.solver);
        if (call.policyEpoch != policyEpoch()) revert AuthorizationStale(call.policyEpoch, policyEpoch());
    }

    /// @dev Accepts the payment of a call whose authorization was checked, and marks it. Only what follows may call out.
    function _acceptCall(Terms memory terms, uint256 amount) internal virtual {
        _accept(terms, amount);
        _settlementStorage().calls[terms.id].isPaid = true;
    }

    /// @dev Returns the amount that a call takes: the message's value, or as much of the token as the caller has and allows, up
    /// to the maximum.
    function _takenAmount(Terms memory terms) private view returns (uint256) {
        if (terms.token == address(0)) return msg.value;
        return Math.min(BoundedCalls.available(terms.token, msg.sender, address(this)), terms.maximum);
    }

    // Returns

    /// @dev Gives what the caller of a call that was never authorized brings to its `refundTo`. Nothing is accepted, and
    /// nothing marked.
    function _returnPayment(Terms memory terms) private {
        uint256 amount = _checkReturn(terms, msg.sender);
        (address token, address refundTo) = (terms.token, terms.refundTo);
        if (token == address(0)) {
            emit PaymentReturned(terms.id, refundTo, msg.sender, token, amount);
            uint256 before = address(this).balance - amount;
            _send(token, refundTo, amount);
            _checkBalance(token, before);
        } else {
            uint256 returned = _pull(terms, amount, refundTo, BoundedCalls.balanceOf(token, refundTo));
            emit PaymentReturned(terms.id, refundTo, msg.sender, token, returned);
        }
    }

    /// @dev The conditions for returning a payment, and the amount that is returned. Override it to restrict who may cause a
    /// return, or to refuse all. `terms` has the call's hash as its id, and the call's origin, which nothing has
    /// confirmed. The token is called only after all else.
    function _checkReturn(Terms memory terms, address /* payer */) internal view virtual returns (uint256 amount) {
        _checkOwnChain();
        _requireNotPaused();
        _checkExpiry(terms.deadline);
        _checkTokenRange(terms.token, terms.minimum, terms.maximum);
        _checkRange(terms.minimum, terms.maximum);
        _checkRefundTo(terms);
        amount = _takenAmount(terms);
        _checkPayment(terms, amount, msg.value);
    }

    /// @dev The chain is the configured one. If a fork took another id, no call hash would be known, and every call would look
    /// like one that was never authorized.
    function _checkOwnChain() internal view virtual {
        uint256 configured = _verifierStorage().chainId;
        if (configured != block.chainid) revert WrongDestinationChain(configured, block.chainid);
    }

    /// @dev Money may go back to `refundTo`. No stranger's contract is called, only what an EIP-7702 account delegates to: a
    /// recipient's contract is reached through evidence alone, another's by a token.
    function _checkRefundTo(Terms memory terms) internal view virtual {
        (address token, address refundTo) = (terms.token, terms.refundTo);
        uint256 flags = _flags(refundTo);
        if (
            refundTo == token ||
            _isForbidden(refundTo, flags) ||
            _hasHook(flags) ||
            _isRecipientsContract(refundTo, flags) ||
            _isStrangersContract(refundTo, token)
        ) revert InvalidRefundTo(refundTo);
    }

    function _hasHook(uint256 flags) private pure returns (bool) {
        return flags & HOOK != 0;
    }

    /// @dev Whether native currency would call `account`. An EOA that delegates to a contract (EIP-7702) has 23 bytes of code,
    /// 0xef0100 and an address, and does not count as a contract.
    function _isStrangersContract(address account, address token) private view returns (bool) {
        if (token != address(0)) return false;
        bytes memory code = account.code;
        return code.length != 0 && !(code.length == 23 && bytes3(code) == 0xef0100);
    }

    function _settlementStorage() internal pure returns (FillSettlementStorage storage $) {
        assembly {
            $.slot := FILL_SETTLEMENT_STORAGE
        }
    }
}
