// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The payment that a recipient just received.
/// @dev `id` is the order id of a direct fill, or its request id where a registrar stated the terms, and the call hash of an
/// authorized one. `amount` is what the receiver measured, in the smallest unit of `token` (zero: native). `data` is the authorized call's; direct fills have none.
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
/// @dev Warning: the payer chooses the moment, and the state of everything around it. Trade at no price without a
/// limit from `data`.
/// @dev Warning: the payer chooses the gas too. If a call in your hook fails, it may have run out of gas: let it revert, or
/// catch nothing that matters.
/// @dev Warning: every token on the receiver's list can arrive. Revert for one that you do not credit.
/// @dev Warning: a signed order names no user, so `originUser` is zero. Credit the account that `data` names.
/// @dev Book by `id`. Several orders can lead to one call, which is paid once.
interface IFillRecipient {
    /// @notice Runs after the payment arrived, in every fill. A revert undoes the fill.
    /// @param received The payment: its id, its origin, and what was measured.
    /// @return selector `IFillRecipient.onFill.selector`; anything else undoes the fill.
    function onFill(ReceivedFill calldata received) external returns (bytes4 selector);
}
