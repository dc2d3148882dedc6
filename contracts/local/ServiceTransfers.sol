// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title ServiceTransfers
/// @notice Transfers that fail with the errors of the public contracts.
library ServiceTransfers {
    /// @notice The recipient refused native currency, or the balance is too small.
    error ETHTransferFailed();

    /// @notice A token's transfer failed.
    error TransferFailed();

    /// @notice A token's transfer from another account failed.
    error TransferFromFailed();

    /// @notice Sends native currency with all remaining gas.
    function sendNative(address to, uint256 amount) internal {
        (bool success, ) = to.call{value: amount}("");
        if (!success) revert ETHTransferFailed();
    }

    /// @notice Sends tokens, including tokens that return nothing.
    function send(address token, address to, uint256 amount) internal {
        if (!SafeERC20.trySafeTransfer(IERC20(token), to, amount)) revert TransferFailed();
    }

    /// @notice Takes tokens that `from` approved, including tokens that return nothing.
    function take(address token, address from, address to, uint256 amount) internal {
        if (!SafeERC20.trySafeTransferFrom(IERC20(token), from, to, amount)) revert TransferFromFailed();
    }
}
