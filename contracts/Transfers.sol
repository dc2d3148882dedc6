// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {ITransfers} from "./interfaces/ITransfers.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";

/// @title Transfers
/// @notice Moves funds through a contract that keeps no funds, and moves out funds that were left there by mistake.
/// @dev Token zero is the native currency; amounts are in the smallest unit.
abstract contract Transfers is ITransfers, AccessControlUpgradeable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice May move stray balances between payments.
    bytes32 public constant RESCUE_ROLE = keccak256("fillproof.RESCUE_ROLE");

    /// @inheritdoc ITransfers
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(RESCUE_ROLE) {
        _checkRescue(to);
        emit Rescued(token, to, amount);
        _send(token, to, amount);
    }

    /// @dev Reverts if a stray balance must not go to `to`.
    function _checkRescue(address to) internal view virtual {}

    /// @dev Sends `amount` to `to`, or reverts.
    function _send(address token, address to, uint256 amount) internal {
        if (token == address(0)) {
            bytes memory noData;
            (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, amount, noData);
            if (!ok) revert NativeTransferFailed(to, amount, reason);
        } else if (!IERC20(token).trySafeTransfer(to, amount)) {
            revert TokenTransferFailed(token, address(this), to, amount);
        }
    }

    /// @dev Takes `amount` of a token from the caller, who has approved it. Returns the amount that arrived at `to`, whose
    /// balance was `before`.
    function _pull(address token, address to, uint256 amount, uint256 before) internal returns (uint256 received) {
        if (!IERC20(token).trySafeTransferFrom(msg.sender, to, amount)) {
            revert TokenTransferFailed(token, msg.sender, to, amount);
        }
        return Math.saturatingSub(BoundedCalls.balanceOf(token, to), before);
    }

    /// @dev Returns this contract's balance of `token`; zero is the native currency.
    function _balance(address token) internal view returns (uint256) {
        return _balanceOf(token, address(this));
    }

    /// @dev Returns the balance of `account`; token zero is the native currency.
    function _balanceOf(address token, address account) internal view returns (uint256) {
        return token == address(0) ? account.balance : BoundedCalls.balanceOf(token, account);
    }

    /// @dev Reverts unless this contract holds `required`.
    function _checkBalance(address token, uint256 required) internal view {
        uint256 found = _balance(token);
        if (found != required) revert BalanceChanged(token, found, required);
    }
}
