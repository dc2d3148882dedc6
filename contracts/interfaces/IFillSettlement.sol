// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Payment} from "../types/Payment.sol";

/// @title IFillSettlement
/// @notice Payments of a receiver, whatever its kind of evidence.
interface IFillSettlement {
    /// @notice Nobody presented evidence for this call.
    error NotAuthorized(bytes32 callHash);
    /// @notice The policy was narrowed after the call was authorised; present the evidence again.
    error AuthorizationStale(uint64 epoch, uint64 required);
    /// @notice A token could not be moved.
    error TokenTransferFailed(address token, address from, address to, uint256 amount);
    /// @notice The recipient refused native currency.
    error NativeTransferFailed(address recipient, uint256 amount, bytes reason);
    /// @notice The fill would have changed what this contract holds.
    error BalanceChanged(address token, uint256 found, uint256 required);
    /// @notice The recipient's hook reverted or did not return its selector.
    error HookFailed(address recipient, bytes reason);
    /// @notice The order's calls failed.
    error ExecutionFailed(address executor, bytes reason);

    /// @notice Evidence for a call was presented.
    event FillAuthorized(bytes32 indexed id, bytes32 indexed callHash, uint48 deadline);
    /// @notice A stray balance was moved by the holder of the rescue role.
    event Rescued(address indexed token, address indexed to, uint256 amount);

    /// @notice Pays an authorised call: anybody may, once.
    /// @dev Native: msg.value in [minimum, maximum]. ERC-20: the least of the caller's balance, its allowance and the
    /// maximum, not below the minimum. Trust: the order commits to `p`; the caller gets no right from it.
    /// @return delivered What arrived and was passed on, in the token's smallest unit.
    function payAuthorized(Payment calldata p) external payable returns (uint256 delivered);

    /// @notice Moves a stray balance. Between fills this contract holds nothing that belongs to a fill.
    function rescue(address token, address to, uint256 amount) external;

    /// @notice Identifies the call of `payAuthorized` with `p` on this contract and this chain.
    function hashPayment(Payment calldata p) external view returns (bytes32 callHash);

    /// @notice Returns who attested a call, and in which policy epoch; zeros when nobody did.
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch);

    /// @notice Returns where the calls of a direct fill run.
    function executorOf(bytes32 id, address recipient) external view returns (address);
}
