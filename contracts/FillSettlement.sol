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
/// @notice Stores the calls that evidence authorizes, and pays each call once. Returns the payment of a call that was never
/// authorized.
/// @dev Warning: `payAuthorized` can return money to any address that its caller names. If a contract lets others choose the
/// argument of its call, they choose the address that is paid.
abstract contract FillSettlement is FillDelivery, IFillSettlement {
    /// @dev An authorized call, in one slot: the solver that attested it, the policy epoch of the authorization, whether the
    /// recipient has a hook, and whether the call was paid. `isPaid` is never reset: a paid call is never authorized again.
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

        // An authorized call is paid or reverts; its payment is never returned.
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

    /// @dev Authorizes the call in `terms`, whose evidence was read and checked. `id` is the id of the evidence. Works while
    /// paused.
    function _authorize(Terms memory terms, bytes32 id) internal {
        _checkExpiry(terms.deadline);
        _checkCallNotPaid(terms.id, id);
        Call storage call = _settlementStorage().calls[terms.id];
        uint64 epoch = policyEpoch();
        // Of two active solvers, the one whose window ends last is stored, so presenting other evidence never shortens an
        // authorization.
        // slither-disable-next-line timestamp
        if (call.policyEpoch != epoch || !isSolverActive(call.solver) || _outlasts(terms.solver, call.solver)) {
            call.solver = terms.solver;
            call.policyEpoch = epoch;
            call.hook = terms.hook;
        }
        emit FillAuthorized(id, terms.id, uint48(terms.deadline));
    }

    /// @dev Checks that the call was not paid, whichever evidence authorized it.
    function _checkCallNotPaid(bytes32 callHash, bytes32 /* id */) internal view virtual {
        if (isCallPaid(callHash)) revert RequestAlreadyPaid(callHash);
    }

    // Payment

    /// @dev Checks that the call is unpaid, that its solver is active now, and that nothing was narrowed since its
    /// authorization.
    function _checkAuthorization(bytes32 callHash, Call memory call) internal view virtual {
        if (call.isPaid) revert RequestAlreadyPaid(callHash);
        _checkSolver(call.solver);
        if (call.policyEpoch != policyEpoch()) revert AuthorizationStale(call.policyEpoch, policyEpoch());
    }

    /// @dev Accepts the payment of a call whose authorization was checked, and marks the call paid. Make external calls only
    /// after this function.
    function _acceptCall(Terms memory terms, uint256 amount) internal virtual {
        _accept(terms, amount);
        _settlementStorage().calls[terms.id].isPaid = true;
    }

    /// @dev Returns the amount that a call takes. Native: the message's value. Token: the caller's balance or allowance,
    /// whichever is less, up to the maximum.
    function _takenAmount(Terms memory terms) private view returns (uint256) {
        if (terms.token == address(0)) return msg.value;
        return Math.min(BoundedCalls.available(terms.token, msg.sender, address(this)), terms.maximum);
    }

    // Returns

    /// @dev Sends the payment of a call that was never authorized to its `refundTo`. Accepts nothing and marks nothing.
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

    /// @dev Checks whether a payment may be returned, and returns its amount. Override it to restrict who may cause a return,
    /// or to refuse all returns. `terms.id` is the call's hash. Nothing has confirmed the origin in `terms`. The token is
    /// called only after every check that does not need the amount.
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

    /// @dev Checks that the chain is the configured one. On a fork with another id, every call would have another hash and
    /// would look as if it was never authorized.
    function _checkOwnChain() internal view virtual {
        uint256 configured = _verifierStorage().chainId;
        if (configured != block.chainid) revert WrongDestinationChain(configured, block.chainid);
    }

    /// @dev Checks that money may go back to `refundTo`. Native currency goes only to an account that is not a contract, so a
    /// return runs no stranger's code, except the code that an EIP-7702 account delegates to. Tokens can also go back to a
    /// contract, but never to a recipient's contract, which is paid only with evidence.
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

    /// @dev Returns whether native currency would go to a contract. An EOA that delegates to a contract (EIP-7702) has 23
    /// bytes of code, 0xef0100 and an address, and does not count as a contract.
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
