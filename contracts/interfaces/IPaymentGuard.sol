// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {ChainConfig} from "../types/Config.sol";
import {GuardConfig} from "../types/GuardConfig.sol";
import {PayerTerms, PaymentOrder} from "../types/PaymentOrder.sol";
import {ISolverPolicy} from "./ISolverPolicy.sol";
import {ITransfers} from "./ITransfers.sol";

/// @title IPaymentGuard
/// @notice Pays into a service's depository only for an order that its solver signed and that keeps to the payer's terms.
/// @dev Each check has its own error, which carries what was found, then what was required. Errors that a receiver has
/// too have the same form there.
/// @dev Warning: it can't stop a payment made around it. A payer who pays the depository directly, or sends the solver
/// funds, is not guarded; a guard helps only those who pay through it.
/// @dev Warning: a refund on another EVM chain may go to the caller's address there, which a smart account may not own.
/// @dev Warning: an order that was paid may still not be filled. Then its refunds apply, as the order has them.
interface IPaymentGuard is ISolverPolicy, ITransfers {
    // Evidence

    /// @notice The order names another solver than the signer.
    error SolverMismatch(address found, address required);
    /// @notice The payment is for another chain, or the guard was set up on another. 0 is a name not known here.
    error WrongOriginChain(uint256 found, uint256 required);
    /// @notice The caller is not the attested user.
    error PayerMismatch(address payer, bytes32 required);
    /// @notice The order takes another currency than was attested, or than the payer agreed to.
    error CurrencyMismatch(bytes32 found, bytes32 required);
    /// @notice The order takes another amount than was attested, or than the payer agreed to.
    error AmountMismatch(uint256 found, uint256 required);
    /// @notice The order names a chain that is not configured.
    error UnknownChain(string name);
    /// @notice The order is for another chain than was attested, or than the payer agreed to.
    error DestinationMismatch(uint256 found, uint256 required);
    /// @notice No payment of the order promises as much in the currency that the payer agreed to. `found` is the most.
    error OutputTooLow(uint256 found, uint256 required);
    /// @notice The order has other calls than the payer agreed to. Hashes of `bytes[]`, as EIP-712 has them.
    error CallsMismatch(bytes32 found, bytes32 required);
    /// @notice The order names another fill contract than the payer agreed to. Hashes of `extraData`.
    error FillContractMismatch(bytes32 found, bytes32 required);
    /// @notice The order has another version than v1, the only one that the service settles. Hashes of the names.
    error UnsupportedVersion(bytes32 found, bytes32 required);
    /// @notice The order has calls and no fill contract: the service finds calls in the logs of that contract alone.
    error FillContractMissing(bytes32 callsHash);
    /// @notice The order's input has no weight, by which the service divides when it fills or refunds.
    error InvalidInputWeight(uint256 weight);
    /// @notice The order ends no later than the payer's `minimumDeadline`.
    error DeadlineTooEarly(uint256 deadline, uint256 minimumDeadline);
    /// @notice No refund of the order is sure to be possible on the chain where it is paid: in the currency that is paid, or in the
    /// one that the payer wants there, without a minimum.
    error RefundMissing(string chainId, bytes currency);
    /// @notice A refund ends before the order's output: it would be over when the output can no longer be filled.
    error RefundTooShort(uint256 deadline, uint256 required);
    /// @notice A refund in the currency that is paid asks for more than is paid, so that it can't be made.
    error RefundTooHigh(uint256 minimum, uint256 paid);
    /// @notice A refund would go to an account other than the payer or the payer's `refundTo`.
    error RefundNotAllowed(bytes recipient, address payer, bytes refundTo);
    /// @notice A refund would be neither in the currency that is paid, on its chain, nor in the one that the payer wants,
    /// on its chain.
    error RefundCurrencyNotAllowed(string chainId, bytes currency);
    /// @notice A refund names a fill contract that the payer did not.
    error RefundDataNotAllowed(bytes extraData);
    /// @notice The order has calls and one refund: the service's depository may pay such an order without its calls.
    error CallsNotEnforced();
    /// @notice The order pays another recipient than was attested, or than the payer agreed to. EVM addresses are
    /// left-padded, 32 bytes are as they are, others are hashed.
    error OutputRecipientMismatch(bytes32 found, bytes32 required);
    /// @notice The recipient is not on the list of its chain, or is the fill contract of an order without calls.
    error OutputRecipientNotAllowed(uint256 chainId, bytes recipient);

    // Payment

    /// @notice Another amount arrived than was sent, here or at the depository, as with a fee on transfers.
    error ReceiptNotExact(address token, uint256 received, uint256 required);
    /// @notice The depository refused the payment.
    error DepositFailed(address depository, bytes reason);

    /// @notice An order was paid into the depository, in the name of `payer`.
    event PaymentMade(
        bytes32 indexed id,
        address indexed payer,
        address indexed solver,
        address currency,
        uint256 amount
    );

    // Policy

    /// @notice The depository was set, once.
    event DepositorySet(address indexed depository);
    /// @notice A chain was named; id 0 removed the name.
    event ChainSet(string name, uint256 indexed chainId, bool isEvm);
    /// @notice A recipient was allowed or removed.
    event PaidRecipientSet(uint256 indexed chainId, bytes recipient, bool allowed);

    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, depository, chains and lists.
    function initialize(GuardConfig calldata config) external;

    /// @notice Pays an attested order: the attested request id is the order id, and the caller the attested user.
    /// @dev Native: msg.value equals the amount, and all of it goes on. ERC-20: exactly the amount is taken from the
    /// caller, who has approved it. The depositor is the caller.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param order The attested order.
    /// @param terms The terms that the caller agrees to.
    /// @return id The order id.
    function payAttested(
        Attestation calldata attestation,
        bytes calldata signature,
        PaymentOrder calldata order,
        PayerTerms calldata terms
    ) external payable returns (bytes32 id);

    /// @notice Pays a signed order, of a service whose request ids are not order ids.
    /// @dev Same as `payAttested`. Warning: a signed order names no user. Only its refunds tie it to the caller.
    /// @param order The order.
    /// @param orderSignature The personal message signature of the order's solver over the 32 bytes of the order id.
    /// @param terms The terms that the caller agrees to.
    /// @return id The order id.
    function paySigned(
        PaymentOrder calldata order,
        bytes calldata orderSignature,
        PayerTerms calldata terms
    ) external payable returns (bytes32 id);

    /// @notice Returns whether an order was paid through this guard.
    /// @dev Warning: it does not cover payments that bypass the guard, and proves no fill.
    /// @param id The order id.
    function isPaid(bytes32 id) external view returns (bool);

    /// @notice Names a chain, says whether it is an EVM chain, or (`chainId` 0) removes its name.
    /// @dev A name and an id are paired one to one, and for good. After a pair is removed, only the same name, id and `isEvm` can
    /// be set again; anything else reverts with `ChainNameTaken` or `InvalidConfig("isEvm")`. The pair of the guard's own chain
    /// can't be changed. Recipients of a removed chain stay listed, and can be paid once the pair is set again.
    /// @param config The name, the id, and whether addresses are those of the EVM.
    function setChain(ChainConfig calldata config) external;

    /// @notice Allows or removes a recipient on a chain.
    /// @dev 20 bytes on an EVM chain; the bytes that orders have on others. Each form is an entry of its own.
    /// @param chainId The destination chain.
    /// @param recipient The recipient's address, in bytes as orders have them.
    /// @param allowed Whether it may be paid.
    function setRecipient(uint256 chainId, bytes calldata recipient, bool allowed) external;

    /// @notice Returns where payments go.
    /// @dev It never changes: changing it could take what payers have approved. Another depository is
    /// another guard.
    function depository() external view returns (address);

    /// @notice Returns the id of the chain that orders call `name`; 0 for a name that is not known.
    /// @param name The name, matched byte for byte.
    function chainIdOf(string calldata name) external view returns (uint256);

    /// @notice Returns whether a chain was configured as an EVM chain.
    /// @param chainId The id of the chain.
    function isEvmChain(uint256 chainId) external view returns (bool);

    /// @notice Returns whether a recipient is on the list of a chain; also true while the chain has no name, when nothing is paid.
    /// @param chainId The destination chain.
    /// @param recipient The recipient's address, in bytes as orders have them.
    function isRecipientAllowed(uint256 chainId, bytes calldata recipient) external view returns (bool);

    /// @notice Returns this chain's configured id, and the keccak256 of its name in orders.
    function ownChain() external view returns (uint256 chainId, bytes32 nameHash);
}
