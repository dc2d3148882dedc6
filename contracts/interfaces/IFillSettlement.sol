// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Payment} from "../types/Payment.sol";
import {IFillDelivery} from "./IFillDelivery.sol";

/// @title IFillSettlement
/// @notice Payments of a receiver, whatever its kind of evidence.
interface IFillSettlement is IFillDelivery {
    /// @notice No evidence was presented for this call.
    error NotAuthorized(bytes32 callHash);
    /// @notice Something was narrowed after the call was authorized; present the evidence again.
    error AuthorizationStale(uint64 epoch, uint64 required);
    /// @notice Money is never returned to this address: the receiver, the token, a router, a reserved address, a recipient
    /// with a hook; native currency never to a contract; a token neither to a listed recipient with code nor, while
    /// recipients are in a tree, to any account with code.
    error InvalidRefundTo(address refundTo);

    /// @notice Evidence for a call was presented, by an order or a request with this id. May repeat.
    event FillAuthorized(bytes32 indexed id, bytes32 indexed callHash, uint48 deadline);
    /// @notice The payment of a call that was never authorized went to its `refundTo`. The call stays unpaid.
    /// @dev Warning: anyone can cause this event, any number of times, until the call is authorized. Never account by it.
    /// `amount` is what arrived at `refundTo`, in the token's smallest unit.
    event PaymentReturned(
        bytes32 indexed callHash,
        address indexed refundTo,
        address payer,
        address token,
        uint256 amount
    );
    /// @notice Pays an authorized call. Anyone may, once.
    /// @dev Native: msg.value in [minimum, maximum]. ERC-20: the least of the caller's balance, its allowance and the
    /// maximum, not below the minimum. Trust: the order commits to `payment`; the caller gets no right from it.
    /// @dev A call that names a `refundTo` and was never authorized gives the money to that address instead of reverting:
    /// services simulate calls before evidence for them can exist. A call that was authorized is paid or reverts, also
    /// when its authorization is stale or its solver no longer active.
    /// @dev Warning: a call that succeeded may have returned the money. Paid is what `isCallPaid` says.
    /// @param payment The terms that the order or the registrar committed to, word for word.
    /// @return delivered The amount that arrived and was passed on, in the token's smallest unit; 0 when it was returned.
    function payAuthorized(Payment calldata payment) external payable returns (uint256 delivered);

    /// @notice Returns whether this id was paid here: the order of a direct fill, an authorized call (by its hash), or a
    /// registrar's request, by whatever terms. An order that only authorized a call is never paid itself.
    /// @dev Warning: paid means that this contract measured what arrived, and passed it on. It proves no deposit on the origin.
    /// @dev Count payments by `FillAccepted` or by the hook, whose id is that of the payment.
    /// @param id A direct fill's order id, a registrar's request id, or a call's hash.
    function isPaid(bytes32 id) external view returns (bool);

    /// @notice Returns whether an authorized call was paid.
    /// @dev Unlike `isPaid` it reads calls alone: a solver can attest a request id that equals a call's hash.
    /// @param callHash The hash of the call, as `hashPayment` returns it.
    function isCallPaid(bytes32 callHash) external view returns (bool);

    /// @notice Identifies the call of `payAuthorized` with `payment` on this contract and this chain.
    /// @param payment The argument of the call.
    function hashPayment(Payment calldata payment) external view returns (bytes32 callHash);

    /// @notice Returns the solver that attested a call, and the policy epoch of the evidence; zeros when no evidence was ever
    /// presented. Stale authorizations and those of solvers that are no longer active are returned too.
    /// @param callHash The hash of the call, as `hashPayment` returns it.
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch);
}
