// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of an inbox. They determine its address, so none of them can change.
/// @dev Units: `minimum` in the smallest unit of `token`, `deadline` in Unix seconds. `token` zero is the native currency.
/// `recipient` gets what is claimed, and `hook` says whether its hook runs. `refundTo` owns what was not claimed: never zero,
/// never the receiver. `claimer` is the only account that may claim; zero lets anyone claim. `minimum` is the least amount of
/// a claim. Claims end with the second `deadline`; after it anyone may send the balance to `refundTo`. `salt` distinguishes
/// two otherwise equal inboxes. `data` is passed to the recipient's hook.
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
