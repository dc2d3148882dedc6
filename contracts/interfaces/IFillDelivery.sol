// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ITransfers} from "./ITransfers.sol";

/// @title IFillDelivery
/// @notice The errors of delivering an accepted payment.
interface IFillDelivery is ITransfers {
    /// @notice The recipient's hook reverted or did not return its selector.
    error HookFailed(address recipient, bytes reason);
    /// @notice The rescue would send funds to a recipient's contract without running its hook.
    error InvalidRescueTarget(address to);
    /// @notice Money may not go back to this account.
    /// @dev A payment is never returned to the receiver, the token, Permit2, a router, a reserved address or a recipient with
    /// a hook. Native currency is never returned to a contract. A token is never returned to a listed recipient with code or,
    /// while a recipient tree is set, to any account with code.
    /// @dev For an inbox, `refundTo` can't be zero or the receiver. The account `refundTo` itself may refund to any account
    /// except zero, the receiver and the inbox. Anyone else may refund only to `refundTo`.
    error InvalidRefundTo(address refundTo);
}
