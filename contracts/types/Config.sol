// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Everything a receiver is initialized with.
/// @dev `admin` administers the roles, changes the policy and unpauses; `guardian` pauses, and revokes solvers; `rescuer`
/// moves stray balances. None is zero. One account may have several roles, which puts all of them behind one key.
/// @dev `chainName` is this chain's name in orders, matched byte for byte. `routers` are the solvers' multicall
/// routers that an authorized order may name; `reserved` are the depository, guards and other system contracts.
/// None of them can be a recipient.
struct Config {
    address admin;
    address guardian;
    address rescuer;
    string chainName;
    SolverConfig[] solvers;
    RouteConfig[] routes;
    TokenConfig[] tokens;
    RecipientConfig[] recipients;
    address[] routers;
    address[] reserved;
}

/// @notice A solver and when its signature counts: start <= now < stop.
/// @dev Unix seconds; `stop` 0 means no end.
struct SolverConfig {
    address solver;
    uint48 start;
    uint48 stop;
}

/// @notice An accepted origin with its inclusive range of amounts.
/// @dev `currency` is left-padded to bytes32, zero for the native currency; `min` and `max` are in its smallest
/// unit; `max` 0 removes the route.
struct RouteConfig {
    uint256 chainId;
    bytes32 currency;
    uint128 min;
    uint128 max;
}

/// @notice A token that payments may bring, with its inclusive range of amounts.
/// @dev `token` zero is the native currency; `min` and `max` are in its smallest unit. `max` 0 removes the token, and
/// 2^128 - 1 is the highest. `min` keeps an order of one ether from being paid with one wei.
struct TokenConfig {
    address token;
    uint128 min;
    uint128 max;
}

/// @notice An allowed recipient; with `hook` the receiver calls its `onFill` after each payment.
struct RecipientConfig {
    address recipient;
    bool hook;
}

/// @notice A chain's name in orders and its id, one to one; and whether its addresses are those of the EVM.
/// @dev `chainId` 0 removes the name; one of more than 248 bits is refused.
struct ChainConfig {
    string name;
    uint256 chainId;
    bool isEvm;
}
