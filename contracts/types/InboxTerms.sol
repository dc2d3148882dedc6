// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of an inbox. They determine its address, so none of them can change.
/// @dev Units: `minimum` in the smallest unit of `token`, `deadline` in Unix seconds. `token` zero is the native currency.
/// @dev `recipient` gets the claimed money. `hook` says whether the recipient's hook runs, with `data`. `claimer` is the only
/// account that may claim; zero lets anyone claim. A claim is at least `minimum`, and is possible until `deadline`,
/// inclusive.
/// @dev `refundTo` owns money that was not claimed. It can't be zero or the receiver. After `deadline`, anyone may send the
/// balance to `refundTo`. `salt` distinguishes two otherwise equal inboxes.
struct InboxTerms {
    address token;
    address recipient;
    bool hook;
    address refundTo;
    address claimer;
    uint48 deadline;
    uint256 minimum;
    bytes32 salt;
    bytes data;
}
