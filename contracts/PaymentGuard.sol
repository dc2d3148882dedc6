// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {GuardPolicy} from "./GuardPolicy.sol";
import {IDepository} from "./interfaces/IDepository.sol";
import {IPaymentGuard} from "./interfaces/IPaymentGuard.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {BoundedTokens} from "./libraries/BoundedTokens.sol";
import {ChainNames} from "./libraries/ChainNames.sol";
import {Failures} from "./libraries/Failures.sol";
import {PaidRecipients} from "./libraries/PaidRecipients.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {PaymentChecks} from "./libraries/PaymentChecks.sol";
import {PaymentOrders} from "./libraries/PaymentOrders.sol";
import {SolverAttestation} from "./libraries/SolverAttestation.sol";
import {Attestation} from "./types/Attestation.sol";
import {GuardConfig} from "./types/GuardConfig.sol";
import {OrderOutputPayment, OrderRefund} from "./types/Order.sol";
import {PayerTerms, PaymentOrder} from "./types/PaymentOrder.sol";

/// @title PaymentGuard
/// @notice The origin side: verifies an order, then passes exactly its payment on to the service's depository.
/// @dev Funds come from the caller and are credited to the caller; there is no payer argument. Between transactions
/// this contract holds nothing that belongs to anybody, and nobody has to approve more than the next payment.
/// It has no `receive`. Rebasing tokens and tokens with a fee on transfers are refused or not supported.
/// @dev Warning: it can't stop a payment made around it.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract PaymentGuard is GuardPolicy, ReentrancyGuardTransient {
    using ChainNames for ChainNames.State;
    using PaidRecipients for PaidRecipients.State;
    using PaidRequests for PaidRequests.State;
    using SafeERC20 for IERC20;

    /// @dev Evidence of either kind. Where a signed order lacks a word of an attestation, what the order itself says, or
    /// the payer, stands in, so that both kinds pass the same checks.
    struct Evidence {
        bytes32 id;
        address signer;
        bytes signatureFailure;
        Attestation words;
        address payer;
        // The chains that the order's input and output name, by their ids here; 0 when they are not known.
        uint256 inputChainId;
        uint256 outputChainId;
        bool isOutputEvm;
    }

    /// @dev The EIP-712 hash of an empty `bytes[]`.
    bytes32 private constant NO_CALLS = keccak256("");

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IPaymentGuard
    function initialize(GuardConfig calldata config) external initializer {
        __GuardPolicy_init(config);
    }

    /// @inheritdoc IPaymentGuard
    function payAttested(
        Attestation calldata a,
        bytes calldata signature,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) external payable nonReentrant returns (bytes32 id) {
        return _pay(_readAttested(a, signature, order, msg.sender), order, terms);
    }

    /// @inheritdoc IPaymentGuard
    function paySigned(
        PaymentOrder calldata order,
        bytes calldata orderSignature,
        PayerTerms calldata terms
    ) external payable nonReentrant returns (bytes32 id) {
        return _pay(_readSigned(order, orderSignature, terms, msg.sender), order, terms);
    }

    /// @inheritdoc IPaymentGuard
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(RESCUE_ROLE) {
        emit Rescued(token, to, amount);
        if (token == address(0)) {
            (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, amount, "");
            if (!ok) revert NativeTransferFailed(to, amount, reason);
        } else if (!IERC20(token).trySafeTransfer(to, amount)) {
            revert TokenTransferFailed(token, address(this), to, amount);
        }
    }

    /// @inheritdoc IPaymentGuard
    function inspectAttested(
        Attestation calldata a,
        bytes calldata signature,
        PaymentOrder calldata order,
        PayerTerms calldata terms,
        address payer
    ) external view returns (uint256 failed) {
        return _inspect(_readAttested(a, signature, order, payer), order, terms);
    }

    /// @inheritdoc IPaymentGuard
    function inspectSigned(
        PaymentOrder calldata order,
        bytes calldata orderSignature,
        PayerTerms calldata terms,
        address payer
    ) external view returns (uint256 failed) {
        return _inspect(_readSigned(order, orderSignature, terms, payer), order, terms);
    }

    // Evidence

    function _readAttested(
        Attestation calldata a,
        bytes calldata signature,
        PaymentOrder calldata order,
        address payer
    ) private view returns (Evidence memory e) {
        _readOrder(e, order, payer);
        e.words = a;
        _recover(e, SolverAttestation.digest(a), signature);
    }

    function _readSigned(
        PaymentOrder calldata order,
        bytes calldata signature,
        PayerTerms calldata terms,
        address payer
    ) private view returns (Evidence memory e) {
        _readOrder(e, order, payer);
        e.words = Attestation({
            requestId: e.id,
            originChainId: block.chainid,
            originUser: bytes32(Failures.word(payer)),
            originCurrency: PaidRecipients.toWord(order.input.payment.currency),
            originAmount: order.input.payment.amount,
            destinationChainId: e.outputChainId,
            destinationUser: PaidRecipients.toWord(terms.recipient)
        });
        _recover(e, MessageHashUtils.toEthSignedMessageHash(e.id), signature);
    }

    function _readOrder(Evidence memory e, PaymentOrder calldata order, address payer) private view {
        bytes32 origin;
        bytes32 destination;
        (e.id, origin, destination) = PaymentOrders.read(order);
        (e.inputChainId, ) = _guardStorage().chains.get(origin);
        (e.outputChainId, e.isOutputEvm) = _guardStorage().chains.get(destination);
        e.payer = payer;
    }

    function _recover(Evidence memory e, bytes32 digest, bytes calldata signature) private view {
        e.signer = SolverAttestation.tryRecover(digest, signature);
        if (e.signer == address(0)) {
            e.signatureFailure = abi.encodeWithSelector(InvalidSignature.selector, digest, signature);
        }
    }

    // Payment

    function _pay(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private returns (bytes32 id) {
        _runChecks(e, order, terms, true);
        address currency = terms.currency;
        uint256 amount = terms.amount;
        uint256 required = currency == address(0) ? amount : 0;
        if (msg.value != required) revert UnexpectedValue(msg.value, required);

        _guardStorage().requests.markPaid(e.id);
        emit PaymentMade(e.id, e.payer, e.signer, currency, amount);

        uint256 before = BoundedTokens.balanceOf(currency, address(this)) - msg.value;
        if (currency == address(0)) {
            _deposit(depository(), amount, abi.encodeCall(IDepository.depositNative, (e.payer, e.id)));
        } else {
            _depositToken(e, currency, amount, before);
        }
        uint256 afterwards = BoundedTokens.balanceOf(currency, address(this));
        if (afterwards != before) revert BalanceChanged(currency, afterwards, before);
        return e.id;
    }

    function _depositToken(Evidence memory e, address token, uint256 amount, uint256 before) private {
        if (!IERC20(token).trySafeTransferFrom(e.payer, address(this), amount)) {
            revert TokenTransferFailed(token, e.payer, address(this), amount);
        }
        uint256 held = BoundedTokens.balanceOf(token, address(this));
        uint256 received = held < before ? 0 : held - before;
        if (received != amount) revert ReceiptNotExact(token, received, amount);

        address to = depository();
        BoundedTokens.approve(token, to, amount);
        _deposit(to, 0, abi.encodeCall(IDepository.depositErc20, (e.payer, token, amount, e.id)));
        BoundedTokens.approve(token, to, 0);
    }

    function _deposit(address to, uint256 value, bytes memory data) private {
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, value, data);
        if (!ok) revert DepositFailed(to, reason);
    }

    // The checks: each returns an encoded error, or nothing

    function _inspect(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private view returns (uint256 failed) {
        failed = _runChecks(e, order, terms, false);
        address token = terms.currency;
        uint256 held = token == address(0) ? e.payer.balance : BoundedTokens.available(token, e.payer, address(this));
        if (held < terms.amount) failed |= PaymentChecks.PAYMENT;
    }

    function _runChecks(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms,
        bool strict
    ) private view returns (uint256 failed) {
        failed |= _note(PaymentChecks.PAUSED, _checkPaused(), strict);
        failed |= _note(PaymentChecks.SIGNATURE, _checkSigner(e, order), strict);
        failed |= _note(PaymentChecks.ORIGIN, _checkOrigin(e), strict);
        failed |= _note(PaymentChecks.PAYER, _checkPayer(e), strict);
        failed |= _note(PaymentChecks.CURRENCY, _checkCurrency(e, order, terms), strict);
        failed |= _note(PaymentChecks.AMOUNT, _checkAmount(e, order, terms), strict);
        failed |= _note(PaymentChecks.REQUEST_ID, _checkRequestId(e), strict);
        failed |= _note(PaymentChecks.DESTINATION, _checkDestination(e, order, terms), strict);
        failed |= _note(PaymentChecks.OUTPUT, _checkOutput(order, terms), strict);
        failed |= _note(PaymentChecks.EXPIRY, _checkExpiry(order), strict);
        failed |= _note(PaymentChecks.REFUND, _checkRefunds(e, order, terms), strict);
        failed |= _note(PaymentChecks.RECIPIENT, _checkRecipients(e, order, terms), strict);
        failed |= _note(PaymentChecks.DUPLICATE, _checkNotPaid(e), strict);
    }

    function _note(uint256 check, bytes memory failure, bool strict) private pure returns (uint256 failed) {
        if (failure.length == 0) return 0;
        if (strict) {
            assembly ("memory-safe") {
                revert(add(failure, 0x20), mload(failure))
            }
        }
        return check;
    }

    /// @dev No payments while paused.
    function _checkPaused() private view returns (bytes memory failure) {
        if (paused()) return abi.encodeWithSelector(EnforcedPause.selector);
    }

    /// @dev The signature recovers a solver that is active now and that the order names.
    function _checkSigner(Evidence memory e, PaymentOrder calldata order) private view returns (bytes memory failure) {
        if (e.signatureFailure.length != 0) return e.signatureFailure;
        if (!isSolverActive(e.signer)) {
            (uint48 start, uint48 stop) = solverWindow(e.signer);
            return Failures.encode(UnknownSolver.selector, Failures.word(e.signer), start, stop);
        }
        if (order.solver != e.signer) {
            return Failures.encode(SolverMismatch.selector, Failures.word(order.solver), Failures.word(e.signer));
        }
    }

    /// @dev The attested chain, the order's input and the chain of the set-up are this one. A guard on a fork that took
    /// another id refuses everything.
    function _checkOrigin(Evidence memory e) private view returns (bytes memory failure) {
        uint256 chainId = _guardStorage().chainId;
        if (chainId != block.chainid) return _wrongOrigin(chainId);
        if (e.words.originChainId != chainId) return _wrongOrigin(e.words.originChainId);
        // No other name has the id of this chain.
        if (e.inputChainId != chainId) return _wrongOrigin(e.inputChainId);
    }

    function _wrongOrigin(uint256 found) private view returns (bytes memory failure) {
        return Failures.encode(WrongOriginChain.selector, found, block.chainid);
    }

    /// @dev With an attestation, the caller is the attested user.
    function _checkPayer(Evidence memory e) private pure returns (bytes memory failure) {
        if (e.words.originUser != bytes32(Failures.word(e.payer))) {
            return Failures.encode(PayerMismatch.selector, Failures.word(e.payer), uint256(e.words.originUser));
        }
    }

    /// @dev The order's currency is one EVM address, the attested one and the payer's.
    function _checkCurrency(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure returns (bytes memory failure) {
        bytes calldata currency = order.input.payment.currency;
        if (currency.length != 20) return abi.encodeWithSelector(InvalidOrderAddress.selector, currency);
        uint256 found = Failures.word(address(bytes20(currency)));
        uint256 attested = uint256(e.words.originCurrency);
        if (found != attested) return Failures.encode(CurrencyMismatch.selector, found, attested);
        uint256 agreed = Failures.word(terms.currency);
        if (found != agreed) return Failures.encode(CurrencyMismatch.selector, found, agreed);
    }

    /// @dev The order's amount is the attested one and the payer's, exactly.
    function _checkAmount(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure returns (bytes memory failure) {
        uint256 found = order.input.payment.amount;
        if (found != e.words.originAmount) {
            return Failures.encode(AmountMismatch.selector, found, e.words.originAmount);
        }
        if (found != terms.amount) return Failures.encode(AmountMismatch.selector, found, terms.amount);
    }

    /// @dev The attested request id is not zero, and is the order's hash.
    function _checkRequestId(Evidence memory e) private pure returns (bytes memory failure) {
        uint256 requestId = uint256(e.words.requestId);
        if (requestId == 0) return Failures.encode(InvalidRequestId.selector, requestId);
        if (e.id != e.words.requestId) return Failures.encode(OrderMismatch.selector, uint256(e.id), requestId);
    }

    /// @dev The order's output is on a known chain, the attested one and the payer's.
    function _checkDestination(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure returns (bytes memory failure) {
        uint256 found = e.outputChainId;
        if (found == 0) return abi.encodeWithSelector(UnknownChain.selector, order.output.chainId);
        uint256 attested = e.words.destinationChainId;
        if (found != attested) return Failures.encode(DestinationMismatch.selector, found, attested);
        uint256 agreed = terms.destinationChainId;
        if (found != agreed) return Failures.encode(DestinationMismatch.selector, found, agreed);
    }

    /// @dev The calls and the fill contract are those that the payer agreed to, and one payment of the output promises at
    /// least what the payer was shown, and something. Others are welcome: services top up gas with them. All of them go
    /// where `_checkRecipients` allows.
    function _checkOutput(
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure returns (bytes memory failure) {
        uint256 found = uint256(order.output.callsHash);
        uint256 required = uint256(_callsHash(terms));
        if (found != required) return Failures.encode(CallsMismatch.selector, found, required);
        found = uint256(order.output.extraDataHash);
        required = uint256(keccak256(terms.extraData));
        if (found != required) return Failures.encode(FillContractMismatch.selector, found, required);

        found = 0;
        bytes32 agreed = keccak256(terms.outputCurrency);
        OrderOutputPayment[] calldata payments = order.output.payments;
        for (uint256 i = 0; i < payments.length; ++i) {
            OrderOutputPayment calldata payment = payments[i];
            if (keccak256(payment.currency) == agreed && payment.minimumAmount > found) found = payment.minimumAmount;
        }
        required = terms.minimum == 0 ? 1 : terms.minimum;
        if (found < required) return Failures.encode(OutputTooLow.selector, found, required);
    }

    /// @dev The hash of an order's calls that the payer agreed to.
    function _callsHash(PayerTerms calldata terms) private pure returns (bytes32) {
        return terms.callsHash == bytes32(0) ? NO_CALLS : terms.callsHash;
    }

    /// @dev Not signed by the attestation: the deadline is the order's. Those of the refunds are information.
    function _checkExpiry(PaymentOrder calldata order) private view returns (bytes memory failure) {
        if (block.timestamp > order.output.deadline) {
            return Failures.encode(RequestExpired.selector, block.timestamp, order.output.deadline);
        }
    }

    /// @dev Every refund keeps to the payer's terms.
    function _checkRefunds(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private view returns (bytes memory failure) {
        OrderRefund[] calldata refunds = order.input.refunds;
        for (uint256 i = 0; i < refunds.length && failure.length == 0; ++i) {
            failure = _checkRefund(e, refunds[i], order.input.payment.currency, terms);
        }
    }

    /// @dev A refund, on a known chain, goes to the payer (on EVM chains) or to the payer's `refundTo`, in the currency
    /// that is paid or in the one that the payer wants, each on its own chain.
    function _checkRefund(
        Evidence memory e,
        OrderRefund calldata refund,
        bytes calldata paid,
        PayerTerms calldata terms
    ) private view returns (bytes memory failure) {
        (uint256 chainId, bool isEvm) = _guardStorage().chains.get(keccak256(bytes(refund.chainId)));
        if (chainId == 0) return abi.encodeWithSelector(UnknownChain.selector, refund.chainId);
        bytes32 found = keccak256(refund.recipient);
        if (refund.recipient.length == 0 || (isEvm && refund.recipient.length != 20)) {
            return abi.encodeWithSelector(InvalidOrderAddress.selector, refund.recipient);
        }
        if (found != keccak256(terms.refundTo) && !(isEvm && found == keccak256(abi.encodePacked(e.payer)))) {
            return abi.encodeWithSelector(RefundNotAllowed.selector, refund.recipient, e.payer, terms.refundTo);
        }
        found = keccak256(refund.currency);
        bool isPaid_ = chainId == e.inputChainId && found == keccak256(paid);
        if (!isPaid_ && !(chainId == e.outputChainId && found == keccak256(terms.outputCurrency))) {
            return abi.encodeWithSelector(RefundCurrencyNotAllowed.selector, refund.chainId, refund.currency);
        }
    }

    /// @dev The payer's recipient is the attested one and on the list, and every payment of the output goes there. With
    /// calls a payment may go to the fill contract instead, which makes them. Without calls it never may: whoever comes
    /// first takes what lies in a router.
    function _checkRecipients(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private view returns (bytes memory failure) {
        (uint256 chainId, bytes calldata agreed) = (e.outputChainId, terms.recipient);
        uint256 word = uint256(PaidRecipients.toWord(agreed));
        uint256 attested = uint256(e.words.destinationUser);
        if (word != attested) return Failures.encode(OutputRecipientMismatch.selector, word, attested);
        if (e.isOutputEvm && agreed.length != 20) return abi.encodeWithSelector(InvalidOrderAddress.selector, agreed);
        if (!_guardStorage().recipients.isAllowed(chainId, bytes32(word), agreed.length)) {
            return abi.encodeWithSelector(OutputRecipientNotAllowed.selector, chainId, agreed);
        }
        OrderOutputPayment[] calldata payments = order.output.payments;
        for (uint256 i = 0; i < payments.length; ++i) {
            bytes calldata recipient = payments[i].recipient;
            if (e.isOutputEvm && recipient.length != 20) {
                return abi.encodeWithSelector(InvalidOrderAddress.selector, recipient);
            }
            uint256 found = uint256(PaidRecipients.toWord(recipient));
            if (_isFillContract(recipient, terms.extraData)) {
                if (_callsHash(terms) != NO_CALLS) continue;
                return abi.encodeWithSelector(OutputRecipientNotAllowed.selector, chainId, recipient);
            }
            if (found != word || recipient.length != agreed.length) {
                return Failures.encode(OutputRecipientMismatch.selector, found, word);
            }
        }
    }

    /// @dev Tells whether `recipient` is the EVM address that `extraData` encodes.
    function _isFillContract(bytes calldata recipient, bytes calldata extraData) private pure returns (bool) {
        return
            recipient.length == 20 &&
            extraData.length == 32 &&
            bytes32(extraData) == bytes32(Failures.word(address(bytes20(recipient))));
    }

    /// @dev The order was not paid through this guard.
    function _checkNotPaid(Evidence memory e) private view returns (bytes memory failure) {
        if (_guardStorage().requests.isMarked(e.id)) return Failures.encode(RequestAlreadyPaid.selector, uint256(e.id));
    }
}
