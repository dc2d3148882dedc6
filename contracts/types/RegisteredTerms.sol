// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of an attested request that has no order, stated by a registrar.
/// @dev Units: amounts in the smallest unit of `token`, `deadline` in Unix seconds. `token` zero is the native currency.
/// `authorizedCall` is the calldata of `payAuthorized`, or empty for a direct fill. Twin:
/// src/protocol/registrar/toContractTerms.ts.
struct RegisteredTerms {
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint48 deadline;
    bytes authorizedCall;
}
