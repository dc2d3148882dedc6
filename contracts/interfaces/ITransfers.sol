// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ITransfers
/// @notice The errors and events of funds that pass through receivers and guards.
interface ITransfers {
    /// @notice The token did not transfer.
    error TokenTransferFailed(address token, address from, address to, uint256 amount);
    /// @notice The recipient refused native currency.
    error NativeTransferFailed(address recipient, uint256 amount, bytes reason);
    /// @notice The payment would have changed what this contract holds.
    error BalanceChanged(address token, uint256 found, uint256 required);

    /// @notice The holder of the rescue role moved a stray balance.
    event Rescued(address indexed token, address indexed to, uint256 amount);

    /// @notice Moves a stray balance. Between payments this contract holds nothing that belongs to a payment.
    /// @dev A receiver refuses a recipient's contract that the list names, and any contract while recipients are in a tree,
    /// unless the caller is its administrator too.
    /// @param token The token to move; zero is the native currency.
    /// @param to Who gets it.
    /// @param amount The amount, in the token's smallest unit.
    function rescue(address token, address to, uint256 amount) external;
}
