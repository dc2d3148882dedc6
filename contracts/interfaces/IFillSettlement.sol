// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Payment} from "../types/Payment.sol";
import {IFillDelivery} from "./IFillDelivery.sol";

/// @title IFillSettlement
/// @notice The payment side of a receiver: authorized calls, whatever kind of evidence authorized them.
interface IFillSettlement is IFillDelivery {
    /// @notice No evidence was presented for this call.
    error NotAuthorized(bytes32 callHash);
    /// @notice The policy was narrowed after the call was authorized. Present the evidence again.
    error AuthorizationStale(uint64 epoch, uint64 required);

    /// @notice Evidence authorized a call. `id` is the order id or the request id of the evidence. The event repeats if
    /// evidence is presented again.
    event FillAuthorized(bytes32 indexed id, bytes32 indexed callHash, uint48 deadline);
    /// @notice The payment of a call that was never authorized went to its `refundTo`. The call stays unpaid.
    /// @dev Warning: until the call is authorized, anyone can cause this event any number of times. Never use it for
    /// accounting. `amount` is the amount that arrived at `refundTo`, in the token's smallest unit.
    event PaymentReturned(
        bytes32 indexed callHash,
        address indexed refundTo,
        address payer,
        address token,
        uint256 amount
    );
    /// @notice Pays an authorized call. Anyone may pay it, once.
    /// @dev Native: msg.value must be in [minimum, maximum]. ERC-20: takes the smallest of the caller's balance, the caller's
    /// allowance and the maximum; reverts if that is below the minimum. Trust: the evidence commits to `payment`; a payment
    /// gives the caller no rights.
    /// @dev If the call was never authorized and names a `refundTo`, the money goes to that address instead of reverting:
    /// services simulate calls before evidence for them can exist. If the call was authorized, it is paid or reverts. It
    /// reverts if the authorization is stale or the solver is no longer active.
    /// @dev Warning: a call that succeeded may have returned the money. Check `isCallPaid`.
    /// @param payment The terms that the order or the registrar committed to, word for word.
    /// @return delivered The amount that arrived and was passed on, in the token's smallest unit; 0 if the money was
    /// returned.
    function payAuthorized(Payment calldata payment) external payable returns (uint256 delivered);

    /// @notice Returns whether this id was paid here: a direct fill's order id, a registrar's request id (under any terms),
    /// or an authorized call's hash. Returns false for the id of an order that only authorized a call: use the call's hash.
    /// @dev Warning: paid means that this contract measured the amount that arrived and passed it on. It does not prove a
    /// deposit on the origin chain.
    /// @dev To count payments, use `FillAccepted` or the hook. Both carry the id of the payment.
    /// @param id A direct fill's order id, a registrar's request id, or a call's hash.
    function isPaid(bytes32 id) external view returns (bool);

    /// @notice Returns whether an authorized call was paid.
    /// @dev Unlike `isPaid`, reads calls only: a solver can attest a request id that equals a call's hash.
    /// @param callHash The hash of the call, as `hashPayment` returns it.
    function isCallPaid(bytes32 callHash) external view returns (bool);

    /// @notice Returns the hash that identifies the call `payAuthorized(payment)` on this contract and this chain.
    /// @param payment The argument of the call.
    function hashPayment(Payment calldata payment) external view returns (bytes32 callHash);

    /// @notice Returns the solver that attested a call and the policy epoch of the authorization, or zeros if no evidence was
    /// presented. Stale authorizations and authorizations of inactive solvers are returned too.
    /// @param callHash The hash of the call, as `hashPayment` returns it.
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch);
}
