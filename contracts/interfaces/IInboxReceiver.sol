// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, Config} from "../types/Config.sol";
import {InboxTerms} from "../types/InboxTerms.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {IFillDelivery} from "./IFillDelivery.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {ISignedOrders} from "./ISignedOrders.sol";

/// @title IInboxReceiver
/// @notice A receiver that is paid by plain transfers to inboxes. An inbox is an address that is computed from its terms. A
/// signed order that pays this address allows a claim of the inbox's balance.
/// @dev The receiver needs no transaction before the payment, and the service's order needs no call. So the payment can come
/// from an exchange, from a deposit address, or from a chain that is not an EVM chain.
/// @dev Warning: money in an inbox is not yet a payment, whatever the service reports. Until a claim, `refundTo` can take it
/// back.
/// @dev Warning: keep the terms. Without them no one can claim or refund.
/// @dev Trust: no role can move the money of an inbox. An order only allows a claim; it is not a receipt. It shows that a
/// known solver signed an order for this address on an accepted route. It does not show that this money came by that order.
/// There is no `isPaid`: count `claims`, and book by the hook or by `FillAccepted`, whose `payer` is the inbox.
interface IInboxReceiver is IFillVerifier, IFillDelivery, ISignedOrders {
    /// @notice The code of inboxes is not at its address on this chain. Deploy it first, as `fillproof deploy` does.
    error InboxMissing(address implementation);
    /// @notice Only the `claimer` of the terms may claim.
    error ClaimerNotAllowed(address found, address required);
    /// @notice The inbox has nothing to refund in this token.
    error InboxEmpty(address inbox, address token);

    /// @notice A balance was claimed. `id` identifies the claim and is the id in `FillAccepted` and in the hook. `orderId` is
    /// the order that was presented. The money may have come by another order.
    event InboxClaimed(bytes32 indexed inboxHash, bytes32 indexed orderId, bytes32 indexed id, address inbox);
    /// @notice A balance was refunded. `amount` is the amount that left the inbox, in the smallest unit of `token`. The inbox
    /// stays open.
    event InboxRefunded(bytes32 indexed inboxHash, address indexed token, address indexed to, uint256 amount);

    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists. Inboxes use no routers.
    /// @param chains The names that orders give to the origin chains.
    function initialize(Config calldata config, ChainConfig[] calldata chains) external;

    /// @notice Passes the balance of an inbox on to its recipient, and calls the recipient's hook. Each claim takes the whole
    /// balance, up to the token's highest amount. The rest waits for the next claim, which may present the same order.
    /// @dev The solver must be active now. The order must have no calls and exactly one payment, in `terms.token` to the
    /// inbox. Neither the order's deadline nor the deadline of the terms may have passed. The amount must reach the order's
    /// minimum, the minimum of the terms and the token's minimum on the list (`PaymentTooLow`). `terms.hook` must equal the
    /// recipient's flag now.
    /// @dev Warning: without a `claimer` anyone chooses the moment of the hook, the state around it, and how many payments one
    /// claim joins. A hook that prices anything needs a `claimer`, or a limit for each unit in `data`. A public multicall
    /// contract as the `claimer` restricts no one.
    /// @param terms The terms of the inbox.
    /// @param order The proof of an order that pays the inbox, with the payments of its inputs.
    /// @param signature The solver's signature over the order id.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
    /// @return credited The amount that was sent or the amount that arrived, whichever is less, in the token's smallest unit.
    function claim(
        InboxTerms calldata terms,
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external returns (uint256 credited);

    /// @notice Sends all that an inbox has of a token to its owner. Works while paused, for every token, and without evidence.
    /// @dev `terms.refundTo` may refund at any time, to any address but zero, the inbox and this contract. Anyone else may
    /// refund to `terms.refundTo` only (`InvalidRefundTo`). Until `terms.deadline` has passed, such a refund must not lower
    /// the inbox's balance of `terms.token` (`BalanceChanged`), even if `token` is another address of the same currency.
    /// @dev A refund does not close the inbox: money that comes later can be claimed or refunded.
    /// @param terms The terms of the inbox.
    /// @param token The token; zero is the native currency. Any token, on the list or not.
    /// @param to The account that gets the balance.
    /// @return amount The amount that left the inbox, in the token's smallest unit.
    function refund(InboxTerms calldata terms, address token, address to) external returns (uint256 amount);

    /// @notice Returns the address of an inbox. Reverts with `InvalidRefundTo` if `refundTo` is zero or this contract.
    /// @dev Warning: derive the address yourself as well. A lying node could return an address of its own.
    /// @param terms The terms of the inbox.
    function inboxOf(InboxTerms calldata terms) external view returns (address inbox);

    /// @notice Returns the hash of an inbox's terms, which is the salt of its address: keccak256(abi.encode(terms)).
    /// @param terms The terms of the inbox.
    function hashInboxTerms(InboxTerms calldata terms) external pure returns (bytes32 inboxHash);

    /// @notice Returns how often an inbox was claimed.
    /// @param inboxHash The hash of the inbox's terms.
    function claims(bytes32 inboxHash) external view returns (uint256 count);

    /// @notice Returns the id of a claim: keccak256(abi.encode(chain id, this contract, inboxHash, number)).
    /// @param inboxHash The hash of the inbox's terms.
    /// @param number The number of the claim; the first is 1.
    function claimId(bytes32 inboxHash, uint256 number) external view returns (bytes32 id);
}
