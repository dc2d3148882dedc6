// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ITransfers
/// @notice The errors and events of funds that pass through receivers and guards.
interface ITransfers {
    /// @notice The token transfer failed.
    error TokenTransferFailed(address token, address from, address to, uint256 amount);
    /// @notice The recipient refused native currency.
    error NativeTransferFailed(address recipient, uint256 amount, bytes reason);
    /// @notice A payment would change this contract's own balance. In an `InboxReceiver`: a claim or a refund would leave the
    /// inbox with the wrong balance.
    error BalanceChanged(address token, uint256 found, uint256 required);

    /// @notice The holder of the rescue role moved a stray balance.
    event Rescued(address indexed token, address indexed to, uint256 amount);

    /// @notice Moves a stray balance. Between payments this contract holds nothing that belongs to a payment.
    /// @dev A receiver refuses a listed recipient with code and, while a recipient tree is set, any contract. A caller that
    /// also has the administrator's role may send there.
    /// @param token The token to move; zero is the native currency.
    /// @param to The account that gets the balance.
    /// @param amount The amount, in the token's smallest unit.
    function rescue(address token, address to, uint256 amount) external;
}
