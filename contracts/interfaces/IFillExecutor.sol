// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderCall} from "../types/Order.sol";

/// @title IFillExecutor
/// @notice A sandbox that runs the calls of one fill.
interface IFillExecutor {
    /// @notice This executor has run already.
    error ExecutorUsed();
    /// @notice Data was to be sent to an account without code.
    error NoCode(address target);
    /// @notice A call of the order failed.
    error CallFailed(uint256 index, address target, bytes reason);
    /// @notice The recipient refused the leftovers.
    error LeftoverFailed(address token, address recipient, uint256 amount);

    /// @notice Runs the calls in order, all or none, and sends what is left to the recipient.
    /// @dev Each call gets its own value and, if its target has code, an allowance of all that is held, for as long
    /// as it runs.
    /// @param token The fill's token; zero is the native currency.
    /// @param recipient Who gets what is left, and what arrives here later.
    /// @param calls The order's calls.
    function execute(address token, address recipient, OrderCall[] calldata calls) external payable;

    /// @notice Sends what arrived here since to the recipient.
    /// @param token Zero is the native currency.
    function sweep(address token) external;
}
