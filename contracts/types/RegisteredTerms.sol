// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of an attested request, stated by a registrar where no order states them.
/// @dev Units: amounts in the smallest unit of `token`, zero is the native currency; `deadline` in Unix seconds.
/// `authorizedCall` is the calldata of `payAuthorized`, or empty for a direct fill.
/// Twin: src/protocol/registrar/toContractTerms.ts.
struct RegisteredTerms {
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint48 deadline;
    bytes authorizedCall;
}
