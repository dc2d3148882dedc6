// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ITransfers} from "./ITransfers.sol";

/// @title IFillDelivery
/// @notice The errors of passing an accepted payment on.
interface IFillDelivery is ITransfers {
    /// @notice The recipient's hook reverted or did not return its selector.
    error HookFailed(address recipient, bytes reason);
    /// @notice A stray balance would reach a recipient's contract around its hook.
    error InvalidRescueTarget(address to);
}
