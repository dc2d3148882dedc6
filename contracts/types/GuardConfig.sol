// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, SolverConfig} from "./Config.sol";

/// @notice Everything a guard is initialized with.
/// @dev `admin`, `guardian` and `rescuer` have the same rights as in a receiver's `Config`.
/// @dev `chainName` is this chain's name in orders, matched byte for byte; `chains` are the other chains. Payments go to
/// `depository`, which never changes.
struct GuardConfig {
    address admin;
    address guardian;
    address rescuer;
    address depository;
    string chainName;
    SolverConfig[] solvers;
    ChainConfig[] chains;
    PaidRecipient[] recipients;
}

/// @notice A recipient that may be paid on a destination chain.
/// @dev `recipient` has the bytes that orders use: 20 bytes on EVM chains.
struct PaidRecipient {
    uint256 chainId;
    bytes recipient;
}
