// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {GuardPolicy} from "./GuardPolicy.sol";
import {Transfers} from "./Transfers.sol";
import {IDepository} from "./interfaces/IDepository.sol";
import {IPaymentGuard} from "./interfaces/IPaymentGuard.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {ChainNames} from "./libraries/ChainNames.sol";
import {PaidRecipients} from "./libraries/PaidRecipients.sol";
import {PaymentOrders} from "./libraries/PaymentOrders.sol";
import {SolverAttestation} from "./libraries/SolverAttestation.sol";
import {Attestation} from "./types/Attestation.sol";
import {GuardConfig} from "./types/GuardConfig.sol";
import {OrderInputPayment, OrderOutputPayment, OrderRefund} from "./types/Order.sol";
import {PayerTerms, PaymentOrder} from "./types/PaymentOrder.sol";

/// @title PaymentGuard
/// @notice The origin side of a payment: verifies an order, then pays exactly its amount into the service's depository.
/// @dev Funds come from the caller and are credited to the caller; there is no payer argument. Between transactions this
/// contract holds no one's funds, and a payer never needs to approve more than the next payment. The contract has no
/// `receive`. Rebasing tokens and tokens with a transfer fee are refused or not supported.
/// @dev Warning: the guard can't stop a payment that is not made through it.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract PaymentGuard is GuardPolicy, Transfers {
    using ChainNames for ChainNames.State;
    using PaidRecipients for PaidRecipients.State;

    /// @dev The contents of the order and its evidence. A signed order has no attestation. `paySigned` makes one from the
    /// order, the caller and the payer's terms, so that both kinds of evidence pass the same checks.
    struct Evidence {
        bytes32 id;
        address solver;
        Attestation attestation;
        // The ids of the chains that the order's input and output name; 0 if a name is not known here.
        uint256 inputChainId;
        uint256 outputChainId;
        bool isOutputEvm;
    }

    /// @dev The EIP-712 hash of an empty `bytes[]`.
    bytes32 private constant NO_CALLS = keccak256("");

    /// @dev The hash of the only accepted version.
    bytes32 private constant VERSION = keccak256("v1");

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IPaymentGuard
    function initialize(GuardConfig calldata config) external initializer {
        __GuardPolicy_init(config);
        _grantFirst(RESCUE_ROLE, config.rescuer, "rescuer");
    }

    /// @inheritdoc IPaymentGuard
    function payAttested(
        Attestation calldata attestation,
        bytes calldata signature,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) external payable nonReentrant returns (bytes32 id) {
        Evidence memory evidence;
        _readOrder(evidence, order);
        evidence.attestation = attestation;
        evidence.solver = _recoverSolver(SolverAttestation.digest(attestation), signature);
        return _pay(evidence, order, terms);
    }

    /// @inheritdoc IPaymentGuard
    function paySigned(
        PaymentOrder calldata order,
        bytes calldata orderSignature,
        PayerTerms calldata terms
    ) external payable nonReentrant returns (bytes32 id) {
        Evidence memory evidence;
        _readOrder(evidence, order);
        evidence.attestation = Attestation({
            requestId: evidence.id,
            originChainId: block.chainid,
            originUser: _padded(msg.sender),
            originCurrency: PaidRecipients.toWord(order.input.payment.currency),
            originAmount: order.input.payment.amount,
            destinationChainId: evidence.outputChainId,
            destinationUser: PaidRecipients.toWord(terms.recipient)
        });
        evidence.solver = _recoverSolver(MessageHashUtils.toEthSignedMessageHash(evidence.id), orderSignature);
        return _pay(evidence, order, terms);
    }

    function _readOrder(Evidence memory evidence, PaymentOrder calldata order) private view {
        bytes32 origin;
        bytes32 destination;
        (evidence.id, origin, destination) = PaymentOrders.read(order);
        // The input is on this chain, which has EVM addresses.
        // slither-disable-next-line unused-return
        (evidence.inputChainId, ) = _guardStorage().chains.get(origin);
        (evidence.outputChainId, evidence.isOutputEvm) = _guardStorage().chains.get(destination);
    }

    // Payment

    function _pay(
        Evidence memory evidence,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private returns (bytes32 id) {
        _runChecks(evidence, order, terms);
        id = evidence.id;
        (address currency, uint256 amount) = (terms.currency, terms.amount);
        uint256 required = currency == address(0) ? amount : 0;
        if (msg.value != required) revert UnexpectedValue(msg.value, required);

        _guardStorage().paid[id] = 1;
        emit PaymentMade(id, msg.sender, evidence.solver, currency, amount);

        address to = depository();
        uint256 before = _balance(currency) - msg.value;
        uint256 deposited = _balanceOf(currency, to);
        if (currency == address(0)) {
            _deposit(to, amount, abi.encodeCall(IDepository.depositNative, (msg.sender, id)));
        } else {
            _checkReceipt(currency, _pull(currency, address(this), amount, before), amount);
            BoundedCalls.approve(currency, to, amount);
            _deposit(to, 0, abi.encodeCall(IDepository.depositErc20, (msg.sender, currency, amount, id)));
            if (BoundedCalls.isAllowed(currency, to)) BoundedCalls.approve(currency, to, 0);
        }
        _checkBalance(currency, before);
        _checkReceipt(currency, Math.saturatingSub(_balanceOf(currency, to), deposited), amount);
    }

    function _checkReceipt(address currency, uint256 received, uint256 amount) private pure {
        if (received != amount) revert ReceiptNotExact(currency, received, amount);
    }

    function _deposit(address to, uint256 value, bytes memory data) private {
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, value, data);
        if (!ok) revert DepositFailed(to, reason);
    }

    // The checks

    function _runChecks(Evidence memory evidence, PaymentOrder calldata order, PayerTerms calldata terms) private view {
        OrderInputPayment calldata payment = order.input.payment;
        _requireNotPaused();
        if (order.solver != evidence.solver) revert SolverMismatch(order.solver, evidence.solver);
        _checkOrigin(evidence);
        _checkPayer(evidence);
        _checkCurrency(evidence, payment, terms);
        _checkAmount(evidence, payment, terms);
        _checkRequestId(evidence);
        _checkDestination(evidence, order, terms);
        _checkOutput(evidence, order, terms);
        _checkFillContract(terms);
        _checkVersion(order);
        _checkWeight(payment);
        _checkExpiry(order, terms);
        _checkRefunds(evidence, order, payment, terms);
        _checkRecipients(evidence, order, terms);
        // Checks that this guard has not paid the order.
        if (_guardStorage().paid[evidence.id] != 0) revert RequestAlreadyPaid(evidence.id);
    }

    /// @dev Checks that the attested chain, the input's chain and the configured chain are this chain. A guard on a fork with
    /// another id refuses everything.
    function _checkOrigin(Evidence memory evidence) private view {
        _checkOwnChain(_guardStorage().chainId);
        _checkOwnChain(evidence.attestation.originChainId);
        // This also checks the name of the input's chain, because only this chain's own name has this chain's id.
        _checkOwnChain(evidence.inputChainId);
    }

    function _checkOwnChain(uint256 found) private view {
        if (found != block.chainid) revert WrongOriginChain(found, block.chainid);
    }

    /// @dev Checks that the caller is the attested user, if there is an attestation.
    function _checkPayer(Evidence memory evidence) private view {
        bytes32 required = evidence.attestation.originUser;
        if (_padded(msg.sender) != required) revert PayerMismatch(msg.sender, required);
    }

    /// @dev Checks that the order's currency is an EVM address, and equals both the attested currency and the currency in the
    /// payer's terms.
    function _checkCurrency(
        Evidence memory evidence,
        OrderInputPayment calldata payment,
        PayerTerms calldata terms
    ) private pure {
        bytes calldata currency = payment.currency;
        if (currency.length != 20) revert InvalidOrderAddress(currency);
        bytes32 found = _padded(address(bytes20(currency)));
        bytes32 attested = evidence.attestation.originCurrency;
        if (found != attested) revert CurrencyMismatch(found, attested);
        if (found != _padded(terms.currency)) revert CurrencyMismatch(found, _padded(terms.currency));
    }

    /// @dev Checks that the order's amount equals both the attested amount and the amount in the payer's terms.
    function _checkAmount(
        Evidence memory evidence,
        OrderInputPayment calldata payment,
        PayerTerms calldata terms
    ) private pure {
        uint256 found = payment.amount;
        uint256 attested = evidence.attestation.originAmount;
        if (found != attested) revert AmountMismatch(found, attested);
        if (found != terms.amount) revert AmountMismatch(found, terms.amount);
    }

    /// @dev Checks that the attested request id is the order's hash and not zero.
    function _checkRequestId(Evidence memory evidence) private pure {
        bytes32 requestId = evidence.attestation.requestId;
        if (requestId == bytes32(0)) revert InvalidRequestId(requestId);
        if (evidence.id != requestId) revert OrderMismatch(evidence.id, requestId);
    }

    /// @dev Checks that the output is on a known chain, and that this chain is both the attested destination chain and the
    /// one in the payer's terms.
    function _checkDestination(
        Evidence memory evidence,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure {
        uint256 found = evidence.outputChainId;
        if (found == 0) revert UnknownChain(order.output.chainId);
        uint256 attested = evidence.attestation.destinationChainId;
        if (found != attested) revert DestinationMismatch(found, attested);
        if (found != terms.destinationChainId) revert DestinationMismatch(found, terms.destinationChainId);
    }

    /// @dev Checks that the calls and the fill contract match the payer's terms. One payment of the output must promise at
    /// least the payer's minimum, and more than zero. Other payments are allowed, because services top up gas with them.
    /// `_checkRecipients` checks the recipients of all payments.
    function _checkOutput(
        Evidence memory evidence,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private pure {
        bytes32 calls = _callsHash(terms);
        if (order.output.callsHash != calls) revert CallsMismatch(order.output.callsHash, calls);
        bytes32 extraData = keccak256(terms.extraData);
        if (order.output.extraDataHash != extraData) {
            revert FillContractMismatch(order.output.extraDataHash, extraData);
        }
        uint256 found = _promised(order.output.payments, keccak256(terms.outputCurrency), evidence.isOutputEvm);
        uint256 required = terms.minimum == 0 ? 1 : terms.minimum;
        if (found < required) revert OutputTooLow(found, required);
    }

    /// @dev Returns the largest minimum that one payment promises in a currency. On an EVM chain every currency must be an
    /// address.
    function _promised(
        OrderOutputPayment[] calldata payments,
        bytes32 currency,
        bool isEvm
    ) private pure returns (uint256 amount) {
        for (uint256 i = 0; i < payments.length; ++i) {
            OrderOutputPayment calldata payment = payments[i];
            bytes calldata found = payment.currency;
            if (isEvm && found.length != 20) revert InvalidOrderAddress(found);
            if (keccak256(found) == currency && payment.minimumAmount > amount) {
                amount = payment.minimumAmount;
            }
        }
    }

    /// @dev Returns the hash of the calls that the payer agreed to.
    function _callsHash(PayerTerms calldata terms) private pure returns (bytes32) {
        return terms.callsHash == bytes32(0) ? NO_CALLS : terms.callsHash;
    }

    /// @dev Checks that an order with calls has a fill contract. The service counts only the calls that the fill contract
    /// logs.
    function _checkFillContract(PayerTerms calldata terms) private pure {
        bytes32 calls = _callsHash(terms);
        if (calls != NO_CALLS && terms.extraData.length == 0) revert FillContractMissing(calls);
    }

    /// @dev Checks the version. The service settles no other version.
    function _checkVersion(PaymentOrder calldata order) private pure {
        if (order.versionHash != VERSION) revert UnsupportedVersion(order.versionHash, VERSION);
    }

    /// @dev Checks that the weight is not zero. The service divides by it to fill and to refund.
    function _checkWeight(OrderInputPayment calldata payment) private pure {
        if (payment.weight == 0) revert InvalidInputWeight(payment.weight);
    }

    /// @dev Checks that the order's deadline is later than now and later than the payer's `minimumDeadline`. A deadline that
    /// equals the current time would leave no block for the fill. An attestation has no deadline.
    function _checkExpiry(PaymentOrder calldata order, PayerTerms calldata terms) private view {
        uint256 deadline = order.output.deadline;
        // Deadlines are in seconds, and the chain's rules for timestamps apply.
        // slither-disable-next-line timestamp
        if (block.timestamp >= deadline) revert RequestExpired(block.timestamp, deadline);
        if (terms.minimumDeadline >= deadline) revert DeadlineTooEarly(deadline, terms.minimumDeadline);
    }

    /// @dev Checks that every refund matches the payer's terms. At least one refund must be certain to be possible on this
    /// chain, unless the payer set `allowNoRefund`. An order with calls must not have exactly one refund: the oracle would
    /// let the destination's depository pay such an order without making its calls.
    function _checkRefunds(
        Evidence memory evidence,
        PaymentOrder calldata order,
        OrderInputPayment calldata payment,
        PayerTerms calldata terms
    ) private view {
        OrderRefund[] calldata refunds = order.input.refunds;
        uint256 deadline = order.output.deadline;
        bool isRefunded = terms.allowNoRefund;
        for (uint256 i = 0; i < refunds.length; ++i) {
            if (_checkRefund(evidence, refunds[i], payment, deadline, terms)) isRefunded = true;
        }
        if (!isRefunded) revert RefundMissing(payment.chainId, payment.currency);
        if (refunds.length == 1 && _callsHash(terms) != NO_CALLS) revert CallsNotEnforced();
    }

    /// @dev Checks one refund. Its chain must be known. It must go to the payer (on EVM chains) or to the payer's `refundTo`.
    /// Its currency must be the paid currency on this chain, or the payer's output currency on the destination chain. It must
    /// not require more of the paid currency than was paid, and must not expire before the output. If it names a fill
    /// contract, the payer's terms must list this contract. Returns whether the refund is on this chain and certain to be
    /// possible.
    function _checkRefund(
        Evidence memory evidence,
        OrderRefund calldata refund,
        OrderInputPayment calldata payment,
        uint256 deadline,
        PayerTerms calldata terms
    ) private view returns (bool isRequired) {
        (uint256 chainId, bool isEvm) = _guardStorage().chains.get(keccak256(bytes(refund.chainId)));
        if (chainId == 0) revert UnknownChain(refund.chainId);
        if (refund.recipient.length == 0 || (isEvm && refund.recipient.length != 20)) {
            revert InvalidOrderAddress(refund.recipient);
        }
        bytes32 recipient = keccak256(refund.recipient);
        bool isPayer = isEvm && recipient == keccak256(abi.encodePacked(msg.sender));
        if (!isPayer && recipient != keccak256(terms.refundTo)) {
            revert RefundNotAllowed(refund.recipient, msg.sender, terms.refundTo);
        }
        bool isHere = chainId == evidence.inputChainId;
        bytes32 currency = keccak256(refund.currency);
        if (isHere && currency == keccak256(payment.currency)) {
            if (refund.minimumAmount > payment.amount) revert RefundTooHigh(refund.minimumAmount, payment.amount);
            isRequired = true;
        } else if (chainId != evidence.outputChainId || currency != keccak256(terms.outputCurrency)) {
            revert RefundCurrencyNotAllowed(refund.chainId, refund.currency);
        } else {
            // The amount that was paid can't be compared with a minimum in another currency. Only a minimum of zero is
            // certain to be possible.
            isRequired = isHere && refund.minimumAmount == 0;
        }
        if (refund.deadline < deadline) revert RefundTooShort(refund.deadline, deadline);
        if (!_isRefundData(refund.extraData, terms.refundExtraData)) revert RefundDataNotAllowed(refund.extraData);
    }

    function _isRefundData(bytes calldata extraData, bytes[] calldata agreed) private pure returns (bool) {
        if (extraData.length == 0) return true;
        bytes32 found = keccak256(extraData);
        for (uint256 i = 0; i < agreed.length; ++i) {
            if (keccak256(agreed[i]) == found) return true;
        }
        return false;
    }

    /// @dev Checks that the payer's recipient is the attested recipient and on the list. Then checks the recipient of every
    /// payment of the output.
    function _checkRecipients(
        Evidence memory evidence,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) private view {
        bytes calldata agreed = terms.recipient;
        bytes32 word = PaidRecipients.toWord(agreed);
        bytes32 attested = evidence.attestation.destinationUser;
        if (word != attested) revert OutputRecipientMismatch(word, attested);
        if (evidence.isOutputEvm && agreed.length != 20) revert InvalidOrderAddress(agreed);
        if (!_guardStorage().recipients.isAllowed(evidence.outputChainId, agreed)) {
            revert OutputRecipientNotAllowed(evidence.outputChainId, agreed);
        }
        OrderOutputPayment[] calldata payments = order.output.payments;
        for (uint256 i = 0; i < payments.length; ++i) _checkPaidRecipient(evidence, payments[i].recipient, terms);
    }

    /// @dev Checks that a payment of the output goes to the payer's recipient. In an order with calls, the payment may go to
    /// the fill contract instead, which makes the calls. Without calls it must not: anyone can take funds that lie in a
    /// router.
    function _checkPaidRecipient(
        Evidence memory evidence,
        bytes calldata recipient,
        PayerTerms calldata terms
    ) private pure {
        if (evidence.isOutputEvm && recipient.length != 20) revert InvalidOrderAddress(recipient);
        if (_isFillContract(recipient, terms.extraData)) {
            if (_callsHash(terms) != NO_CALLS) return;
            revert OutputRecipientNotAllowed(evidence.outputChainId, recipient);
        }
        bytes32 found = PaidRecipients.toWord(recipient);
        bytes32 required = PaidRecipients.toWord(terms.recipient);
        if (found != required || recipient.length != terms.recipient.length) {
            revert OutputRecipientMismatch(found, required);
        }
    }

    /// @dev Returns whether `recipient` is the EVM address that `extraData` encodes.
    function _isFillContract(bytes calldata recipient, bytes calldata extraData) private pure returns (bool) {
        return
            recipient.length == 20 &&
            extraData.length == 32 &&
            bytes32(extraData) == _padded(address(bytes20(recipient)));
    }

    /// @dev Left-pads an address.
    function _padded(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
