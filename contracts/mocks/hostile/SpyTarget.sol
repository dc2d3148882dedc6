// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {Reentrant} from "./Reentrant.sol";

/// @title SpyTarget
/// @notice A target of an order's calls that writes down what its caller holds and has approved, and helps itself.
/// @dev Warning: For tests. Hostile on purpose.
contract SpyTarget is Reentrant {
    using SafeERC20 for IERC20;

    /// @notice The caller's situation when this contract was called.
    event Seen(address indexed caller, uint256 value, uint256 native, uint256 held, uint256 allowance);

    /// @notice Keeps what comes.
    receive() external payable {}

    /// @notice Writes down the caller's situation, then pulls `amount` from it.
    function take(address token, uint256 amount) external payable {
        _look(token, msg.sender);
        if (amount != 0) IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _reenter();
    }

    /// @notice Writes down what `account` has approved this contract for.
    function look(address token, address account) external {
        _look(token, account);
    }

    /// @notice Pulls from another account, at any time.
    function takeFrom(address token, address from, uint256 amount) external {
        IERC20(token).safeTransferFrom(from, address(this), amount);
    }

    /// @notice Sends native currency back to the caller.
    function giveBack(uint256 amount) external payable {
        Address.sendValue(payable(msg.sender), amount);
    }

    /// @notice Reverts with `reason` and zeros, `size` bytes in all.
    function fail(bytes calldata reason, uint256 size) external payable {
        bytes memory copy = reason;
        assembly ("memory-safe") {
            // Nothing that is needed follows the copy in memory; what is copied lies beyond the calldata, so zeros.
            let start := add(copy, 0x20)
            let length := mload(copy)
            if gt(size, length) {
                calldatacopy(add(start, length), calldatasize(), sub(size, length))
            }
            revert(start, size)
        }
    }

    function _look(address token, address account) private {
        bool isNative = token == address(0);
        emit Seen(
            account,
            msg.value,
            account.balance,
            isNative ? 0 : IERC20(token).balanceOf(account),
            isNative ? 0 : IERC20(token).allowance(account, address(this))
        );
    }
}
