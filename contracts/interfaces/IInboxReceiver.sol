// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, Config} from "../types/Config.sol";
import {InboxTerms} from "../types/InboxTerms.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {IFillDelivery} from "./IFillDelivery.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {ISignedOrders} from "./ISignedOrders.sol";

/// @title IInboxReceiver
/// @notice A receiver that is paid by plain transfers to inboxes. An inbox is an address that follows from its terms; a signed
/// order that pays the address opens it.
/// @dev Nothing is sent to the receiver before the payment. A service's order needs no call, so the sender can be an exchange,
/// a deposit address or another machine.
/// @dev Warning: a balance in an inbox is not paid, whatever the service reports. Until a claim, `refundTo` can take it.
/// @dev Warning: keep the terms. Without them no one can claim or refund.
/// @dev Trust: no role moves money of an inbox. An order is a key and not a receipt: it shows that a known solver signed for
/// this address on an accepted route, not that this money came through it. There is no `isPaid`: count `claims`, and book by
/// the hook or by `FillAccepted`, whose `payer` is the inbox.
interface IInboxReceiver is IFillVerifier, IFillDelivery, ISignedOrders {
    /// @notice The code of inboxes is not at its address on this chain. `fillproof deploy` deploys it first.
    error InboxMissing(address implementation);
    /// @notice Only the `claimer` of the terms may claim.
    error ClaimerNotAllowed(address found, address required);
    /// @notice The inbox has nothing to refund in this token.
    error InboxEmpty(address inbox, address token);

    /// @notice A balance was claimed. `id` identifies the claim and is the id in `FillAccepted` and in the hook. `orderId` is
    /// the order that was shown, which need not be the one that was paid.
    event InboxClaimed(bytes32 indexed inboxHash, bytes32 indexed orderId, bytes32 indexed id, address inbox);
    /// @notice A balance was refunded. `amount` is what left the inbox, in the smallest unit of `token`. The inbox stays open.
    event InboxRefunded(bytes32 indexed inboxHash, address indexed token, address indexed to, uint256 amount);

    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists. Inboxes use no routers.
    /// @param chains The names that orders give to the origin chains.
    function initialize(Config calldata config, ChainConfig[] calldata chains) external;

    /// @notice Passes the balance of an inbox on to its recipient, and calls the recipient's hook. An order may be shown
    /// again, and each claim takes all that is there, up to the token's highest amount; the rest waits.
    /// @dev The solver must be active now. The order has no calls and exactly one payment, in `terms.token` to the inbox. Both
    /// deadlines count: the order's and the terms'. The least amount is the largest minimum: the order's, the terms' or the
    /// token list's (`PaymentTooLow`). `terms.hook` must equal the recipient's flag now.
    /// @dev Warning: without a `claimer` anyone chooses the moment of the hook, the state around it, and how many payments one
    /// claim joins. A hook that prices anything needs a `claimer`, or a limit for each unit in `data`. A public multicall
    /// contract as the `claimer` is none.
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
    /// refund to `terms.refundTo` only (`InvalidRefundTo`). Until `terms.deadline` has passed, such a refund must not lower the
    /// inbox's balance of `terms.token` (`BalanceChanged`), under whatever address.
    /// @dev A refund closes nothing: what comes later can be claimed or refunded again.
    /// @param terms The terms of the inbox.
    /// @param token The token; zero is the native currency. Any token, on the list or not.
    /// @param to The account that gets the balance.
    /// @return amount What left the inbox, in the token's smallest unit.
    function refund(InboxTerms calldata terms, address token, address to) external returns (uint256 amount);

    /// @notice Returns the address of an inbox. Reverts with `InvalidRefundTo` if `refundTo` is zero or this contract.
    /// @dev Warning: derive the address yourself as well. A lying node would return its own.
    /// @param terms The terms of the inbox.
    function inboxOf(InboxTerms calldata terms) external view returns (address inbox);

    /// @notice Returns the hash of an inbox's terms, which is the salt of its address: keccak256(abi.encode(terms)).
    /// @param terms The terms of the inbox.
    function hashInboxTerms(InboxTerms calldata terms) external pure returns (bytes32 inboxHash);

    /// @notice Returns how often an inbox was claimed.
    /// @param inboxHash The hash of its terms.
    function claims(bytes32 inboxHash) external view returns (uint256 count);

    /// @notice Returns the id of a claim: keccak256(abi.encode(chain id, this contract, inboxHash, number)).
    /// @param inboxHash The hash of the inbox's terms.
    /// @param number The number of the claim; the first is 1.
    function claimId(bytes32 inboxHash, uint256 number) external view returns (bytes32 id);
}
