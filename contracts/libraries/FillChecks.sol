// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title FillChecks
/// @notice The checks in the order in which they are made, as bits of `inspectFill`.
/// @dev Twin: src/contract/fillChecks.ts.
library FillChecks {
    uint256 internal constant PAUSED = 1 << 0;
    uint256 internal constant SIGNATURE = 1 << 1;
    uint256 internal constant DESTINATION = 1 << 2;
    uint256 internal constant ORIGIN = 1 << 3;
    uint256 internal constant AMOUNT_SENT = 1 << 4;
    uint256 internal constant REQUEST_ID = 1 << 5;
    uint256 internal constant TERMS = 1 << 6;
    uint256 internal constant EXPIRY = 1 << 7;
    uint256 internal constant RECIPIENT = 1 << 8;
    uint256 internal constant DUPLICATE = 1 << 9;
    uint256 internal constant PAYMENT = 1 << 10;
}
