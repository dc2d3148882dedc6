// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {ChainConfig} from "../types/Config.sol";
import {GuardConfig} from "../types/GuardConfig.sol";
import {PayerTerms, PaymentOrder} from "../types/PaymentOrder.sol";
import {ISolverPolicy} from "./ISolverPolicy.sol";
import {ITransfers} from "./ITransfers.sol";

/// @title IPaymentGuard
/// @notice Pays a service's depository only for an order that the solver signed and that matches the payer's terms.
/// @dev Each check has its own error. The arguments are the value found, then the value required. Receivers declare some of
/// these errors too, with the same arguments.
/// @dev Warning: the guard protects only payments made through it. It can't stop a payer who pays the depository directly or
/// sends funds to the solver.
/// @dev Warning: a refund on another EVM chain may go to the caller's address on that chain. A smart account may not own that
/// address.
/// @dev Warning: a paid order may still not be filled. The refunds of the order apply then.
interface IPaymentGuard is ISolverPolicy, ITransfers {
    // Evidence

    /// @notice The order names a solver other than the signer.
    error SolverMismatch(address found, address required);
    /// @notice The payment is for another chain, or the guard was set up on another chain. `found` is 0 if the chain name is
    /// not known here.
    error WrongOriginChain(uint256 found, uint256 required);
    /// @notice The caller is not the attested user.
    error PayerMismatch(address payer, bytes32 required);
    /// @notice The order's currency differs from the attested currency or from the payer's terms.
    error CurrencyMismatch(bytes32 found, bytes32 required);
    /// @notice The order's amount differs from the attested amount or from the payer's terms.
    error AmountMismatch(uint256 found, uint256 required);
    /// @notice The order names a chain that is not configured.
    error UnknownChain(string name);
    /// @notice The order's destination chain differs from the attested chain or from the payer's terms.
    error DestinationMismatch(uint256 found, uint256 required);
    /// @notice No single payment of the order promises the required amount in the payer's output currency. `found` is the
    /// largest promise.
    error OutputTooLow(uint256 found, uint256 required);
    /// @notice The order's calls differ from the payer's terms. Both values are EIP-712 hashes of `bytes[]`.
    error CallsMismatch(bytes32 found, bytes32 required);
    /// @notice The order's fill contract differs from the payer's terms. Both values are hashes of `extraData`.
    error FillContractMismatch(bytes32 found, bytes32 required);
    /// @notice The order's version is not v1, the only version that the service settles. Both values are hashes of version
    /// names.
    error UnsupportedVersion(bytes32 found, bytes32 required);
    /// @notice The order has calls but no fill contract. The service finds calls only in the logs of the fill contract.
    error FillContractMissing(bytes32 callsHash);
    /// @notice The weight of the order's input is zero. The service divides by the weight when it fills or refunds.
    error InvalidInputWeight(uint256 weight);
    /// @notice The order's deadline is not later than the payer's `minimumDeadline`.
    error DeadlineTooEarly(uint256 deadline, uint256 minimumDeadline);
    /// @notice No refund of the order is certain to be possible on this chain. Such a refund is in the paid currency. If the
    /// order is also filled on this chain, the payer's output currency without a minimum is enough.
    error RefundMissing(string chainId, bytes currency);
    /// @notice A refund expires before the order's output. When the output has expired, the refund would no longer be
    /// possible.
    error RefundTooShort(uint256 deadline, uint256 required);
    /// @notice A refund in the paid currency requires more than was paid, so the refund can't be made.
    error RefundTooHigh(uint256 minimum, uint256 paid);
    /// @notice A refund would go to an account other than the payer or the payer's `refundTo`.
    error RefundNotAllowed(bytes recipient, address payer, bytes refundTo);
    /// @notice A refund is neither in the paid currency on this chain nor in the payer's output currency on the destination
    /// chain.
    error RefundCurrencyNotAllowed(string chainId, bytes currency);
    /// @notice A refund names a fill contract that is not in the payer's terms.
    error RefundDataNotAllowed(bytes extraData);
    /// @notice The order has calls and exactly one refund. The service's depository may pay such an order without making the
    /// calls.
    error CallsNotEnforced();
    /// @notice The order pays a recipient other than the attested recipient or the payer's recipient. In the arguments, an
    /// address of 20 bytes is left-padded, 32 bytes are unchanged, and other lengths are hashed.
    error OutputRecipientMismatch(bytes32 found, bytes32 required);
    /// @notice The recipient is not on the list of its chain, or is the fill contract of an order without calls.
    error OutputRecipientNotAllowed(uint256 chainId, bytes recipient);

    // Payment

    /// @notice The amount that arrived, here or at the depository, differs from the amount sent. A token with a transfer fee
    /// causes this.
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

    /// @notice The depository was set. It is set only once.
    event DepositorySet(address indexed depository);
    /// @notice A chain was named; id 0 removed the name.
    event ChainSet(string name, uint256 indexed chainId, bool isEvm);
    /// @notice A recipient was allowed or removed.
    event PaidRecipientSet(uint256 indexed chainId, bytes recipient, bool allowed);

    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, depository, chains and lists.
    function initialize(GuardConfig calldata config) external;

    /// @notice Pays an attested order. The attested request id must be the order id, and the caller must be the attested
    /// user.
    /// @dev Native: msg.value must equal the amount, and all of it is deposited. ERC-20: takes exactly the amount from the
    /// caller, who must have approved it. The caller is the depositor.
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

    /// @notice Pays an order whose id the solver signed, for a service whose request ids are not order ids.
    /// @dev Takes the payment as `payAttested` does. Warning: a signed order names no user. Only the refunds of the order tie
    /// it to the caller.
    /// @param order The order.
    /// @param orderSignature The solver's personal message signature over the 32 bytes of the order id.
    /// @param terms The terms that the caller agrees to.
    /// @return id The order id.
    function paySigned(
        PaymentOrder calldata order,
        bytes calldata orderSignature,
        PayerTerms calldata terms
    ) external payable returns (bytes32 id);

    /// @notice Returns whether an order was paid through this guard.
    /// @dev Warning: payments that bypass the guard are not included. A paid order is not proof of a fill.
    /// @param id The order id.
    function isPaid(bytes32 id) external view returns (bool);

    /// @notice Names a chain and sets whether it is an EVM chain, or removes the name (`chainId` 0).
    /// @dev A name and an id are paired one to one, permanently. After a pair is removed, only the same name, id and `isEvm`
    /// can be set again; anything else reverts with `ChainNameTaken` or `InvalidConfig("isEvm")`. The pair of the guard's own
    /// chain can't be changed. Recipients of a removed chain stay listed, and can be paid once the pair is set again.
    /// @param config The name, the id, and whether the chain has EVM addresses.
    function setChain(ChainConfig calldata config) external;

    /// @notice Allows or removes a recipient on a chain.
    /// @dev A recipient is 20 bytes on an EVM chain, and the bytes that orders use on other chains. Different byte forms of
    /// one address are separate entries.
    /// @param chainId The destination chain.
    /// @param recipient The recipient's address, in the bytes that orders use.
    /// @param allowed Whether it may be paid.
    function setRecipient(uint256 chainId, bytes calldata recipient, bool allowed) external;

    /// @notice Returns the depository that gets the payments.
    /// @dev The depository never changes: a change could take tokens that payers have approved. Another depository needs
    /// another guard.
    function depository() external view returns (address);

    /// @notice Returns the id of the chain that orders call `name`, or 0 if the name is not known.
    /// @param name The name, matched byte for byte.
    function chainIdOf(string calldata name) external view returns (uint256);

    /// @notice Returns whether a chain was configured as an EVM chain.
    /// @param chainId The id of the chain.
    function isEvmChain(uint256 chainId) external view returns (bool);

    /// @notice Returns whether a recipient is on the list of a chain. The entry stays while the chain has no name, although
    /// nothing is paid then.
    /// @param chainId The destination chain.
    /// @param recipient The recipient's address, in the bytes that orders use.
    function isRecipientAllowed(uint256 chainId, bytes calldata recipient) external view returns (bool);

    /// @notice Returns this chain's configured id and the keccak256 of its name in orders.
    function ownChain() external view returns (uint256 chainId, bytes32 nameHash);
}
