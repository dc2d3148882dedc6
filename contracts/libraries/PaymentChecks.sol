// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title PaymentChecks
/// @notice The checks of a guard in the order in which they are made, as bits of `inspectAttested` and `inspectSigned`.
/// @dev Twin: src/contract/paymentChecks.ts.
library PaymentChecks {
    uint256 internal constant PAUSED = 1 << 0;
    uint256 internal constant SIGNATURE = 1 << 1;
    uint256 internal constant ORIGIN = 1 << 2;
    uint256 internal constant PAYER = 1 << 3;
    uint256 internal constant CURRENCY = 1 << 4;
    uint256 internal constant AMOUNT = 1 << 5;
    uint256 internal constant REQUEST_ID = 1 << 6;
    uint256 internal constant DESTINATION = 1 << 7;
    uint256 internal constant OUTPUT = 1 << 8;
    uint256 internal constant EXPIRY = 1 << 9;
    uint256 internal constant REFUND = 1 << 10;
    uint256 internal constant RECIPIENT = 1 << 11;
    uint256 internal constant DUPLICATE = 1 << 12;
    uint256 internal constant PAYMENT = 1 << 13;
}
