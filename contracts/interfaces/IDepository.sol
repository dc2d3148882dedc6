// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title IDepository
/// @notice The functions of a service's depository that a guard calls. The depository accepts any amount for any id and
/// checks neither.
interface IDepository {
    /// @notice Deposits the call's native value for the order `id`, in the name of `depositor`.
    /// @param depositor The account that the deposit is credited to.
    /// @param id The order id.
    function depositNative(address depositor, bytes32 id) external payable;

    /// @notice Deposits `amount` of `token`, taken from the caller, for the order `id`, in the name of `depositor`.
    /// @param depositor The account that the deposit is credited to.
    /// @param token The token.
    /// @param amount The amount, in the token's smallest unit.
    /// @param id The order id.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external;
}
