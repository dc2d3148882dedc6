// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IDepository} from "../../interfaces/IDepository.sol";
import {IPaymentGuard} from "../../interfaces/IPaymentGuard.sol";
import {Attestation} from "../../types/Attestation.sol";
import {GuardConfig} from "../../types/GuardConfig.sol";
import {Order, OrderInput, OrderOutput, OrderOutputPayment, OrderRefund} from "../../types/Order.sol";
import {PayerTerms} from "../../types/PaymentOrder.sol";
import {PlainGuardPolicy} from "./PlainGuardPolicy.sol";
import {PlainOrders} from "./PlainOrders.sol";

/// @title PlainGuard
/// @notice A payment guard as a contract developer would write it by hand: the checks of `PaymentGuard`, with ordinary
/// libraries, the order in full, and configuration in immutables where it never changes.
/// @dev For the gas comparison. Deployed as it is, without a proxy. It shares with `PaymentGuard` the types, the event
/// and the errors, so that tests can compare refusals. The order must keep to the payer's terms, so it is these that
/// an attestation is compared with.
abstract contract PlainGuard is PlainGuardPolicy, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The order has another number of inputs than one. In full it can have any.
    error InputsNotOne(uint256 count);

    mapping(bytes32 id => bool) private _paid;

    constructor(GuardConfig memory config) PlainGuardPolicy(config) {}

    /// @notice Pays an attested order.
    function payAttested(
        Attestation calldata a,
        bytes calldata signature,
        Order calldata order,
        PayerTerms calldata terms
    ) external payable nonReentrant whenNotPaused returns (bytes32 id) {
        address solver = _checkSignature(_digest(a), signature, order.solver);
        _checkOrder(order, terms);
        id = PlainOrders.hash(order);
        _checkAttestation(a, id, terms);
        _pay(id, solver, terms.currency, terms.amount);
    }

    /// @notice Pays a signed order.
    function paySigned(
        Order calldata order,
        bytes calldata signature,
        PayerTerms calldata terms
    ) external payable nonReentrant whenNotPaused returns (bytes32 id) {
        id = PlainOrders.hash(order);
        address solver = _checkSignature(_toSigned(id), signature, order.solver);
        _checkOrder(order, terms);
        _pay(id, solver, terms.currency, terms.amount);
    }

    /// @dev The digest that the solver's signature covers.
    function _digest(Attestation calldata a) internal pure virtual returns (bytes32);

    /// @dev The digest that a signature over 32 bytes covers.
    function _toSigned(bytes32 id) internal pure virtual returns (bytes32);

    /// @dev Who signed, or zero.
    function _tryRecover(bytes32 digest, bytes calldata signature) internal view virtual returns (address);

    /// @dev The signature is of a solver that is active now and that the order names.
    function _checkSignature(
        bytes32 digest,
        bytes calldata signature,
        address required
    ) private view returns (address solver) {
        solver = _tryRecover(digest, signature);
        if (solver == address(0)) revert IPaymentGuard.InvalidSignature(digest, signature);
        _requireActive(solver);
        if (solver != required) revert IPaymentGuard.SolverMismatch(required, solver);
    }

    function _checkAttestation(Attestation calldata a, bytes32 id, PayerTerms calldata terms) private view {
        if (a.originChainId != block.chainid) revert IPaymentGuard.WrongOriginChain(a.originChainId, block.chainid);
        if (a.originUser != _word(msg.sender)) revert IPaymentGuard.PayerMismatch(msg.sender, a.originUser);
        bytes32 currency = _word(terms.currency);
        if (currency != a.originCurrency) revert IPaymentGuard.CurrencyMismatch(currency, a.originCurrency);
        if (terms.amount != a.originAmount) revert IPaymentGuard.AmountMismatch(terms.amount, a.originAmount);
        if (a.requestId == bytes32(0)) revert IPaymentGuard.InvalidRequestId(a.requestId);
        if (id != a.requestId) revert IPaymentGuard.OrderMismatch(id, a.requestId);
        if (terms.destinationChainId != a.destinationChainId) {
            revert IPaymentGuard.DestinationMismatch(terms.destinationChainId, a.destinationChainId);
        }
        bytes32 recipient = _toWord(terms.recipient);
        if (recipient != a.destinationUser) {
            revert IPaymentGuard.OutputRecipientMismatch(recipient, a.destinationUser);
        }
    }

    /// @dev The order keeps to the payer's terms and to the policy.
    function _checkOrder(Order calldata order, PayerTerms calldata terms) private view {
        if (order.inputs.length != 1) revert InputsNotOne(order.inputs.length);
        OrderInput calldata input = order.inputs[0];
        _checkOrigin(input.payment.chainId);
        bytes calldata currency = input.payment.currency;
        if (currency.length != 20) revert IPaymentGuard.InvalidOrderAddress(currency);
        if (address(bytes20(currency)) != terms.currency) {
            revert IPaymentGuard.CurrencyMismatch(_word(address(bytes20(currency))), _word(terms.currency));
        }
        uint256 amount = input.payment.amount;
        if (amount != terms.amount) revert IPaymentGuard.AmountMismatch(amount, terms.amount);
        _checkOutput(order.output, terms);
        _checkRefunds(input.refunds, terms.refundTo);
    }

    /// @dev Every payment is on the payer's chain and to the payer's recipient, who is on the list; one promises
    /// enough.
    function _checkOutput(OrderOutput calldata output, PayerTerms calldata terms) private view {
        uint256 chainId = _chainIdOf(output.chainId);
        if (chainId != terms.destinationChainId) {
            revert IPaymentGuard.DestinationMismatch(chainId, terms.destinationChainId);
        }
        if (block.timestamp > output.deadline) revert IPaymentGuard.RequestExpired(block.timestamp, output.deadline);

        bytes32 recipientHash = keccak256(terms.recipient);
        bytes32 currencyHash = keccak256(terms.outputCurrency);
        uint256 promised;
        for (uint256 i = 0; i < output.payments.length; ++i) {
            OrderOutputPayment calldata payment = output.payments[i];
            if (keccak256(payment.recipient) != recipientHash) {
                revert IPaymentGuard.OutputRecipientMismatch(_toWord(payment.recipient), _toWord(terms.recipient));
            }
            if (keccak256(payment.currency) == currencyHash && payment.minimumAmount > promised) {
                promised = payment.minimumAmount;
            }
        }
        uint256 minimum = terms.minimum == 0 ? 1 : terms.minimum;
        if (promised < minimum) revert IPaymentGuard.OutputTooLow(promised, minimum);
        if (isEvmChain[chainId] && terms.recipient.length != 20) {
            revert IPaymentGuard.InvalidOrderAddress(terms.recipient);
        }
        if (!recipients[chainId][recipientHash]) {
            revert IPaymentGuard.OutputRecipientNotAllowed(chainId, terms.recipient);
        }
    }

    /// @dev Every refund, on a known chain, goes to the payer (on EVM chains) or to the payer's `refundTo`.
    function _checkRefunds(OrderRefund[] calldata refunds, bytes calldata refundTo) private view {
        bytes32 refundToHash = keccak256(refundTo);
        bytes32 payerHash = keccak256(abi.encodePacked(msg.sender));
        for (uint256 i = 0; i < refunds.length; ++i) {
            bytes calldata recipient = refunds[i].recipient;
            bool isEvm = isEvmChain[_chainIdOf(refunds[i].chainId)];
            if (recipient.length == 0 || (isEvm && recipient.length != 20)) {
                revert IPaymentGuard.InvalidOrderAddress(recipient);
            }
            bytes32 found = keccak256(recipient);
            if (found != refundToHash && !(isEvm && found == payerHash)) {
                revert IPaymentGuard.RefundNotAllowed(recipient, msg.sender, refundTo);
            }
        }
    }

    /// @dev Passes exactly the payment on. Everything but whether it was paid was checked.
    function _pay(bytes32 id, address solver, address currency, uint256 amount) private {
        if (_paid[id]) revert IPaymentGuard.RequestAlreadyPaid(id);
        uint256 required = currency == address(0) ? amount : 0;
        if (msg.value != required) revert IPaymentGuard.UnexpectedValue(msg.value, required);

        _paid[id] = true;
        emit IPaymentGuard.PaymentMade(id, msg.sender, solver, currency, amount);

        uint256 before = _balance(currency) - msg.value;
        if (currency == address(0)) {
            IDepository(depository).depositNative{value: amount}(msg.sender, id);
        } else {
            IERC20(currency).safeTransferFrom(msg.sender, address(this), amount);
            uint256 received = _balance(currency) - before;
            if (received != amount) revert IPaymentGuard.ReceiptNotExact(currency, received, amount);
            IERC20(currency).forceApprove(depository, amount);
            IDepository(depository).depositErc20(msg.sender, currency, amount, id);
            IERC20(currency).forceApprove(depository, 0);
        }
        uint256 afterwards = _balance(currency);
        if (afterwards != before) revert IPaymentGuard.BalanceChanged(currency, afterwards, before);
    }

    function _balance(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    /// @dev 20 bytes left-padded, 32 bytes as they are, anything else hashed.
    function _toWord(bytes calldata account) private pure returns (bytes32) {
        if (account.length == 20) return _word(address(bytes20(account)));
        return account.length == 32 ? bytes32(account) : keccak256(account);
    }
}
