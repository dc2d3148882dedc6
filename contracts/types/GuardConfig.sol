// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, SolverConfig} from "./Config.sol";

/// @notice Everything a guard is initialized with.
/// @dev `admin`, `guardian` and `rescuer` are those of a receiver's `Config`.
/// @dev `chainName` is this chain's name in orders, matched byte for byte; `chains` are the others. `depository` is
/// where payments go, for good.
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

/// @notice Who may be paid on a destination chain.
/// @dev `recipient` is bytes as orders have them: 20 on EVM chains.
struct PaidRecipient {
    uint256 chainId;
    bytes recipient;
}
