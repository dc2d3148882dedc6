// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {Reentrant} from "./Reentrant.sol";

/// @title SpyTarget
/// @notice A target of an order's calls. It records what its caller holds and has approved, and tries to take it.
/// @dev Warning: For tests. Hostile on purpose.
contract SpyTarget is Reentrant {
    using SafeERC20 for IERC20;

    /// @notice The caller's balances and allowance when it called this contract.
    event Seen(address indexed caller, uint256 value, uint256 native, uint256 held, uint256 allowance);

    /// @notice Accepts native currency and keeps it.
    receive() external payable {}

    /// @notice Records the caller's balances and allowance, then pulls `amount` from the caller.
    function take(address token, uint256 amount) external payable {
        _look(token, msg.sender);
        if (amount != 0) IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _reenter();
    }

    /// @notice Records the allowance of `account` for this contract.
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
            // Memory after the copy is free to overwrite. The copied bytes lie beyond the calldata, so they are zeros.
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
