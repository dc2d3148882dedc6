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
}
