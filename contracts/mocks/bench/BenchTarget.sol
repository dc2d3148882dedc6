// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title BenchTarget
/// @notice What the orders of the gas comparison call: it takes what it is given, and stores nothing.
contract BenchTarget {
    using SafeERC20 for IERC20;

    /// @notice Takes the native currency that comes with the call.
    function deposit() external payable {}

    /// @notice Takes tokens from the caller, as its allowance permits.
    function depositToken(IERC20 token, uint256 amount) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }
}
