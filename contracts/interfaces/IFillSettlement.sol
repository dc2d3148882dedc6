// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Payment} from "../types/Payment.sol";
import {ITransfers} from "./ITransfers.sol";

/// @title IFillSettlement
/// @notice Payments of a receiver, whatever its kind of evidence.
interface IFillSettlement is ITransfers {
    /// @notice No evidence was presented for this call.
    error NotAuthorized(bytes32 callHash);
    /// @notice The policy was narrowed after the call was authorized; present the evidence again.
    error AuthorizationStale(uint64 epoch, uint64 required);
    /// @notice The recipient's hook reverted or did not return its selector.
    error HookFailed(address recipient, bytes reason);
    /// @notice Money is never returned to this address: the receiver, a token, a router, a reserved address, a recipient
    /// with a hook, a recipient's contract, or, while recipients are in a tree, any contract.
    error InvalidRefundTo(address refundTo);

    /// @notice Evidence for a call was presented.
    event FillAuthorized(bytes32 indexed id, bytes32 indexed callHash, uint48 deadline);
    /// @notice An unauthorized call's payment went to its `refundTo`. The call stays unpaid.
    /// @dev Warning: anyone can cause this event, any number of times, before or after the call is authorized. Never
    /// account by it. `amount` is what arrived at `refundTo`, in the token's smallest unit.
    event PaymentReturned(
        bytes32 indexed callHash,
        address indexed refundTo,
        address payer,
        address token,
        uint256 amount
    );
    /// @notice A direct fill of an order paid native currency.
    /// @dev The service's oracle counts a native payment of an order by this event of the order's fill contract.
    event SolverNativeTransfer(address to, uint256 amount);

    /// @notice Pays an authorized call. Anyone may, once.
    /// @dev Native: msg.value in [minimum, maximum]. ERC-20: the least of the caller's balance, its allowance and the
    /// maximum, not below the minimum. Trust: the order commits to `p`; the caller gets no right from it.
    /// @dev A call that names a `refundTo` and is not authorized, or no longer, gives the money to that address
    /// instead of reverting: services simulate calls before evidence for them can exist. Paused, expired, paid or out of
    /// range it reverts as always, and so does an authorized call whose transfer or hook fails.
    /// @dev Warning: a call that succeeded may have returned the money. Paid is what `isPaid` says.
    /// @return delivered What arrived and was passed on, in the token's smallest unit; 0 when it was returned.
    function payAuthorized(Payment calldata p) external payable returns (uint256 delivered);

    /// @notice Identifies the call of `payAuthorized` with `p` on this contract and this chain.
    function hashPayment(Payment calldata p) external view returns (bytes32 callHash);

    /// @notice Returns the solver that attested a call, and the policy epoch; zeros when the call is not authorized.
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch);
}
