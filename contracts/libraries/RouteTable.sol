// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title RouteTable
/// @notice Accepted origins, each with an inclusive range of amounts.
/// @dev A currency is left-padded to bytes32, zero for the native one. `max` 0 is no route.
library RouteTable {
    struct Route {
        uint128 min;
        uint128 max;
    }

    struct State {
        mapping(uint256 chainId => mapping(bytes32 currency => Route)) routes;
    }

    /// @notice Sets a route. Returns whether that refuses any amount that was accepted before.
    function set(
        State storage self,
        uint256 chainId,
        bytes32 currency,
        uint128 min,
        uint128 max
    ) internal returns (bool narrowed) {
        Route storage route = self.routes[chainId][currency];
        (uint256 oldMin, uint256 oldMax) = (route.min, route.max);
        narrowed = oldMax != 0 && (min > oldMin || max < oldMax);
        (route.min, route.max) = (min, max);
    }

    /// @notice Returns a route; `max` 0 without a route.
    function get(
        State storage self,
        uint256 chainId,
        bytes32 currency
    ) internal view returns (uint256 min, uint256 max) {
        Route storage route = self.routes[chainId][currency];
        return (route.min, route.max);
    }
}
