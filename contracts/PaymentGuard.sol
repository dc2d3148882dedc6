// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {GuardPolicy} from "./GuardPolicy.sol";
import {Transfers} from "./Transfers.sol";
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
/// this contract holds no one's funds, and a payer never needs to approve more than the next payment.
/// It has no `receive`. Rebasing tokens and tokens with a fee on transfers are refused or not supported.
/// @dev Warning: it can't stop a payment made around it.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract PaymentGuard is GuardPolicy, Transfers {
    using ChainNames for ChainNames.State;
    using PaidRecipients for PaidRecipients.State;
    using PaidRequests for PaidRequests.State;

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
        // In an inspection the failing checks and `Failures.INSPECTING`; else zero, and the first failing check reverts.
        uint256 failed;
    }

    /// @dev The EIP-712 hash of an empty `bytes[]`.
    bytes32 private constant NO_CALLS = keccak256("");

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IPaymentGuard
    function initialize(GuardConfig calldata config) external initializer {
        __GuardPolicy_init(config);
        _grantRole(RESCUE_ROLE, config.admin);
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
        // The input is on this chain, whose addresses are those of the EVM.
        // slither-disable-next-line unused-return
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
        _runChecks(e, order, terms);
        address currency = terms.currency;
        uint256 amount = terms.amount;
        uint256 required = currency == address(0) ? amount : 0;
        if (msg.value != required) revert UnexpectedValue(msg.value, required);

        _guardStorage().requests.markPaid(e.id);
        emit PaymentMade(e.id, e.payer, e.signer, currency, amount);

        uint256 before = _balance(currency) - msg.value;
        if (currency == address(0)) {
            _deposit(depository(), amount, abi.encodeCall(IDepository.depositNative, (e.payer, e.id)));
        } else {
            _depositToken(e, currency, amount, before);
        }
        _checkBalance(currency, before);
        return e.id;
    }

    function _depositToken(Evidence memory e, address token, uint256 amount, uint256 before) private {
        uint256 received = _pull(token, address(this), amount, before);
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

    // The checks: each calls `_fail` with its bit, or does nothing

    function _inspect(
        Evidence memory e,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private view returns (uint256 failed) {
        e.failed = Failures.INSPECTING;
        _runChecks(e, order, terms);
        failed = e.failed ^ Failures.INSPECTING;
        address token = terms.currency;
        uint256 held = token == address(0) ? e.payer.balance : BoundedTokens.available(token, e.payer, address(this));
        if (held < terms.amount) failed |= PaymentChecks.PAYMENT;
    }

    function _runChecks(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private view {
        _checkPaused(e);
        _checkSigner(e, order);
        _checkOrigin(e);
        _checkPayer(e);
        _checkCurrency(e, order, terms);
        _checkAmount(e, order, terms);
        _checkRequestId(e);
        _checkDestination(e, order, terms);
        _checkOutput(e, order, terms);
        _checkExpiry(e, order);
        _checkRefunds(e, order, terms);
        _checkRecipients(e, order, terms);
        _checkNotPaid(e);
    }

    /// @dev Reverts with `failure`, an encoded error; or, in an inspection, only notes that `check` fails.
    function _fail(Evidence memory e, uint256 check, bytes memory failure) private pure {
        e.failed = Failures.note(e.failed, check, failure);
    }

    /// @dev No payments while paused.
    function _checkPaused(Evidence memory e) private view {
        if (paused()) _fail(e, PaymentChecks.PAUSED, abi.encodeWithSelector(EnforcedPause.selector));
    }

    /// @dev The signature recovers a solver that is active now and that the order names.
    function _checkSigner(Evidence memory e, PaymentOrder calldata order) private view {
        bytes memory failure = e.signatureFailure;
        if (failure.length == 0) {
            if (!isSolverActive(e.signer)) {
                failure = _unknownSolver(e.signer);
            } else if (order.solver != e.signer) {
                failure = Failures.encode(
                    SolverMismatch.selector,
                    Failures.word(order.solver),
                    Failures.word(e.signer)
                );
            } else {
                return;
            }
        }
        _fail(e, PaymentChecks.SIGNATURE, failure);
    }

    /// @dev The attested chain, the order's input and the chain of the set-up are this one. A guard on a fork that took
    /// another id refuses everything.
    function _checkOrigin(Evidence memory e) private view {
        uint256 found = _guardStorage().chainId;
        if (found == block.chainid) found = e.words.originChainId;
        // No other name has the id of this chain.
        if (found == block.chainid) found = e.inputChainId;
        if (found == block.chainid) return;
        _fail(e, PaymentChecks.ORIGIN, Failures.encode(WrongOriginChain.selector, found, block.chainid));
    }

    /// @dev With an attestation, the caller is the attested user.
    function _checkPayer(Evidence memory e) private pure {
        (uint256 payer, uint256 required) = (Failures.word(e.payer), uint256(e.words.originUser));
        if (payer != required) {
            _fail(e, PaymentChecks.PAYER, Failures.encode(PayerMismatch.selector, payer, required));
        }
    }

    /// @dev The order's currency is one EVM address, the attested one and the payer's.
    function _checkCurrency(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private pure {
        bytes calldata currency = order.input.payment.currency;
        if (currency.length != 20) {
            _fail(e, PaymentChecks.CURRENCY, abi.encodeWithSelector(InvalidOrderAddress.selector, currency));
            return;
        }
        uint256 found = Failures.word(address(bytes20(currency)));
        uint256 required = uint256(e.words.originCurrency);
        if (found == required) required = Failures.word(terms.currency);
        if (found == required) return;
        _fail(e, PaymentChecks.CURRENCY, Failures.encode(CurrencyMismatch.selector, found, required));
    }

    /// @dev The order's amount is the attested one and the payer's, exactly.
    function _checkAmount(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private pure {
        uint256 found = order.input.payment.amount;
        uint256 required = e.words.originAmount;
        if (found == required) required = terms.amount;
        if (found == required) return;
        _fail(e, PaymentChecks.AMOUNT, Failures.encode(AmountMismatch.selector, found, required));
    }

    /// @dev The attested request id is not zero, and is the order's hash.
    function _checkRequestId(Evidence memory e) private pure {
        uint256 requestId = uint256(e.words.requestId);
        if (requestId == 0) {
            _fail(e, PaymentChecks.REQUEST_ID, Failures.encode(InvalidRequestId.selector, requestId));
        } else if (uint256(e.id) != requestId) {
            _fail(e, PaymentChecks.REQUEST_ID, Failures.encode(OrderMismatch.selector, uint256(e.id), requestId));
        }
    }

    /// @dev The order's output is on a known chain, the attested one and the payer's.
    function _checkDestination(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private pure {
        uint256 found = e.outputChainId;
        if (found == 0) {
            _fail(e, PaymentChecks.DESTINATION, abi.encodeWithSelector(UnknownChain.selector, order.output.chainId));
            return;
        }
        uint256 required = e.words.destinationChainId;
        if (found == required) required = terms.destinationChainId;
        if (found == required) return;
        _fail(e, PaymentChecks.DESTINATION, Failures.encode(DestinationMismatch.selector, found, required));
    }

    /// @dev The calls and the fill contract are those that the payer agreed to, and one payment of the output promises at
    /// least what the payer was shown, and something. Other payments are allowed: services top up gas with them. All of
    /// them go where `_checkRecipients` allows.
    function _checkOutput(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private pure {
        uint256 found = uint256(order.output.callsHash);
        uint256 required = uint256(_callsHash(terms));
        if (found != required) {
            _fail(e, PaymentChecks.OUTPUT, Failures.encode(CallsMismatch.selector, found, required));
        }
        found = uint256(order.output.extraDataHash);
        required = uint256(keccak256(terms.extraData));
        if (found != required) {
            _fail(e, PaymentChecks.OUTPUT, Failures.encode(FillContractMismatch.selector, found, required));
        }
        found = _promised(order.output.payments, keccak256(terms.outputCurrency));
        required = terms.minimum == 0 ? 1 : terms.minimum;
        if (found < required) {
            _fail(e, PaymentChecks.OUTPUT, Failures.encode(OutputTooLow.selector, found, required));
        }
    }

    /// @dev The largest minimum that one payment promises in a currency.
    function _promised(OrderOutputPayment[] calldata payments, bytes32 currency) private pure returns (uint256 amount) {
        for (uint256 i = 0; i < payments.length; ++i) {
            OrderOutputPayment calldata payment = payments[i];
            if (keccak256(payment.currency) == currency && payment.minimumAmount > amount) {
                amount = payment.minimumAmount;
            }
        }
    }

    /// @dev The hash of an order's calls that the payer agreed to.
    function _callsHash(PayerTerms calldata terms) private pure returns (bytes32) {
        return terms.callsHash == bytes32(0) ? NO_CALLS : terms.callsHash;
    }

    /// @dev Not signed by the attestation: the deadline is the order's. Those of the refunds are information.
    function _checkExpiry(Evidence memory e, PaymentOrder calldata order) private view {
        uint256 deadline = order.output.deadline;
        // Deadlines are in seconds, within the chain's rules for its clock.
        // slither-disable-next-line timestamp
        if (block.timestamp <= deadline) return;
        _fail(e, PaymentChecks.EXPIRY, Failures.encode(RequestExpired.selector, block.timestamp, deadline));
    }

    /// @dev Every refund keeps to the payer's terms.
    function _checkRefunds(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private view {
        OrderRefund[] calldata refunds = order.input.refunds;
        for (uint256 i = 0; i < refunds.length; ++i) {
            _checkRefund(e, refunds[i], order.input.payment.currency, terms);
        }
    }

    /// @dev A refund, on a known chain, goes to the payer (on EVM chains) or to the payer's `refundTo`, in the currency
    /// that is paid or in the one that the payer wants, each on its own chain.
    function _checkRefund(
        Evidence memory e,
        OrderRefund calldata refund,
        bytes calldata paid,
        PayerTerms calldata terms
    ) private view {
        (uint256 chainId, bool isEvm) = _guardStorage().chains.get(keccak256(bytes(refund.chainId)));
        bytes32 recipient = keccak256(refund.recipient);
        bytes32 currency = keccak256(refund.currency);
        bytes memory failure;
        if (chainId == 0) {
            failure = abi.encodeWithSelector(UnknownChain.selector, refund.chainId);
        } else if (refund.recipient.length == 0 || (isEvm && refund.recipient.length != 20)) {
            failure = abi.encodeWithSelector(InvalidOrderAddress.selector, refund.recipient);
        } else if (
            recipient != keccak256(terms.refundTo) && !(isEvm && recipient == keccak256(abi.encodePacked(e.payer)))
        ) {
            failure = abi.encodeWithSelector(RefundNotAllowed.selector, refund.recipient, e.payer, terms.refundTo);
        } else if (
            !(chainId == e.inputChainId && currency == keccak256(paid)) &&
            !(chainId == e.outputChainId && currency == keccak256(terms.outputCurrency))
        ) {
            failure = abi.encodeWithSelector(RefundCurrencyNotAllowed.selector, refund.chainId, refund.currency);
        } else {
            return;
        }
        _fail(e, PaymentChecks.REFUND, failure);
    }

    /// @dev The payer's recipient is the attested one and on the list, and every payment of the output goes there.
    function _checkRecipients(Evidence memory e, PaymentOrder calldata order, PayerTerms calldata terms) private view {
        bytes calldata agreed = terms.recipient;
        uint256 word = uint256(PaidRecipients.toWord(agreed));
        uint256 attested = uint256(e.words.destinationUser);
        bytes memory failure;
        if (word != attested) {
            failure = Failures.encode(OutputRecipientMismatch.selector, word, attested);
        } else if (e.isOutputEvm && agreed.length != 20) {
            failure = abi.encodeWithSelector(InvalidOrderAddress.selector, agreed);
        } else if (!_guardStorage().recipients.isAllowed(e.outputChainId, bytes32(word), agreed.length)) {
            failure = abi.encodeWithSelector(OutputRecipientNotAllowed.selector, e.outputChainId, agreed);
        }
        if (failure.length != 0) _fail(e, PaymentChecks.RECIPIENT, failure);

        OrderOutputPayment[] calldata payments = order.output.payments;
        for (uint256 i = 0; i < payments.length; ++i) _checkPaidRecipient(e, payments[i].recipient, terms);
    }

    /// @dev A payment of the output goes to the payer's recipient. With calls it may go to the fill contract instead,
    /// which makes them. Without calls it never may: anyone can take what lies in a router.
    function _checkPaidRecipient(Evidence memory e, bytes calldata recipient, PayerTerms calldata terms) private pure {
        uint256 found = uint256(PaidRecipients.toWord(recipient));
        uint256 required = uint256(PaidRecipients.toWord(terms.recipient));
        bytes memory failure;
        if (e.isOutputEvm && recipient.length != 20) {
            failure = abi.encodeWithSelector(InvalidOrderAddress.selector, recipient);
        } else if (_isFillContract(recipient, terms.extraData)) {
            if (_callsHash(terms) != NO_CALLS) return;
            failure = abi.encodeWithSelector(OutputRecipientNotAllowed.selector, e.outputChainId, recipient);
        } else if (found != required || recipient.length != terms.recipient.length) {
            failure = Failures.encode(OutputRecipientMismatch.selector, found, required);
        } else {
            return;
        }
        _fail(e, PaymentChecks.RECIPIENT, failure);
    }

    /// @dev Whether `recipient` is the EVM address that `extraData` encodes.
    function _isFillContract(bytes calldata recipient, bytes calldata extraData) private pure returns (bool) {
        return
            recipient.length == 20 &&
            extraData.length == 32 &&
            bytes32(extraData) == bytes32(Failures.word(address(bytes20(recipient))));
    }

    /// @dev This guard has not paid the order.
    function _checkNotPaid(Evidence memory e) private view {
        if (!_guardStorage().requests.isMarked(e.id)) return;
        _fail(e, PaymentChecks.DUPLICATE, Failures.encode(RequestAlreadyPaid.selector, uint256(e.id)));
    }
}
