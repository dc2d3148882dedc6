// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Everything a receiver is initialized with.
/// @dev `admin` administers the roles, changes the policy and unpauses. `guardian` pauses and revokes solvers. `rescuer`
/// moves stray balances. All three must be nonzero. If one account has several roles, one key controls all of them.
/// @dev `chainName` is this chain's name in orders, matched byte for byte. `routers` are the solvers' multicall routers that
/// an authorized order may name. `reserved` are the depository, guards and other system contracts. Neither a router nor a
/// reserved address can be a recipient.
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

/// @notice A solver and the window in which its signatures are accepted: start <= now < stop.
/// @dev Unix seconds; `stop` 0 means no end.
struct SolverConfig {
    address solver;
    uint48 start;
    uint48 stop;
}

/// @notice An accepted origin and its inclusive range of amounts.
/// @dev `currency` is left-padded to bytes32; zero is the native currency. `min` and `max` are in its smallest unit. `max` 0
/// removes the route.
struct RouteConfig {
    uint256 chainId;
    bytes32 currency;
    uint128 min;
    uint128 max;
}

/// @notice An accepted token and its inclusive range of amounts.
/// @dev `token` zero is the native currency. `min` and `max` are in its smallest unit. `max` 0 removes the token; 2^128 - 1
/// is the highest `max`. `min` keeps an order of one ether from being paid with one wei.
struct TokenConfig {
    address token;
    uint128 min;
    uint128 max;
}

/// @notice An allowed recipient. If `hook` is set, the receiver calls the recipient's `onFill` after each payment.
struct RecipientConfig {
    address recipient;
    bool hook;
}

/// @notice A chain's name in orders, its id, and whether it has EVM addresses. Each name has one id, and each id one name.
/// @dev `chainId` 0 removes the name. An id of more than 248 bits is refused.
struct ChainConfig {
    string name;
    uint256 chainId;
    bool isEvm;
}
