// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The payment that a recipient just received.
/// @dev `id` is the order id of a direct fill, or the request id if a registrar stated the terms. For an authorized fill,
/// `id` is the call hash. `amount` is the amount that the receiver measured, in the smallest unit of `token` (zero: native).
/// `data` comes from the authorized call; a direct fill has no data.
struct ReceivedFill {
    bytes32 id;
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    address token;
    uint256 amount;
    bytes data;
}

/// @title IFillRecipient
/// @notice A recipient that acts on its payments.
/// @dev Warning: accept calls from your receiver only, and credit `amount`, never an amount sent on the origin chain.
/// If the token charges a transfer fee, less than `amount` has arrived here.
/// @dev Warning: the payer chooses the moment of the fill, and can change the state of other contracts first. Never trade
/// without a price limit from `data`.
/// @dev Warning: the payer also chooses the gas. If a call in your hook fails, it may have run out of gas. Let your hook
/// revert, or catch only failures that don't matter.
/// @dev Warning: every token on the receiver's list can arrive. Revert if you do not credit the token.
/// @dev Warning: a signed order names no user, so `originUser` is zero. Credit the account that `data` names.
/// @dev Use `id` as the key in your books. Several orders can authorize one call, which is paid once.
interface IFillRecipient {
    /// @notice Runs in every fill, after the payment arrived. A revert undoes the fill.
    /// @param received The payment: its id, its origin, and the measured amount.
    /// @return selector `IFillRecipient.onFill.selector`; anything else undoes the fill.
    function onFill(ReceivedFill calldata received) external returns (bytes4 selector);
}
