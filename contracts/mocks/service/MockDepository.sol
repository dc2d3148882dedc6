// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title MockDepository
/// @notice Where users pay on the origin chain: the deposit functions and events of the public depository.
/// @dev Events have no indexed fields, an id may be used many times and any amount is taken: telling a good deposit
/// from a bad one is the solver's work.
/// @dev Warning: For tests. Nothing can leave this contract.
contract MockDepository {
    using SafeERC20 for IERC20;

    /// @notice Native currency was deposited for the order `id`, in the name of `from`.
    event RelayNativeDeposit(address from, uint256 amount, bytes32 id);

    /// @notice Tokens were deposited for the order `id`, in the name of `from`.
    event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id);

    /// @notice Deposits the call's native value.
    /// @param depositor Who is credited; zero is the caller.
    /// @param id The order id.
    function depositNative(address depositor, bytes32 id) external payable {
        emit RelayNativeDeposit(_creditedTo(depositor), msg.value, id);
    }

    /// @notice Deposits `amount` of `token`, taken from the caller.
    /// @param depositor Who is credited; zero is the caller.
    /// @param token The token.
    /// @param amount What is taken, in the token's smallest unit.
    /// @param id The order id.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        _depositErc20(depositor, token, amount, id);
    }

    /// @notice Deposits all that the caller has approved of `token`.
    /// @param depositor Who is credited; zero is the caller.
    /// @param token The token.
    /// @param id The order id.
    function depositErc20(address depositor, address token, bytes32 id) external {
        _depositErc20(depositor, token, IERC20(token).allowance(msg.sender, address(this)), id);
    }

    /// @dev Takes from the caller, whoever is credited.
    function _depositErc20(address depositor, address token, uint256 amount, bytes32 id) private {
        emit RelayErc20Deposit(_creditedTo(depositor), token, amount, id);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @dev Zero stands for the caller.
    function _creditedTo(address depositor) private view returns (address) {
        return depositor == address(0) ? msg.sender : depositor;
    }
}
