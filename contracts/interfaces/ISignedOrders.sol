// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig} from "../types/Config.sol";

/// @title ISignedOrders
/// @notice The origin chains of a receiver that reads the inputs of orders.
interface ISignedOrders {
    /// @notice A chain's name in orders was set; id 0 removed the name.
    event ChainSet(string name, uint256 indexed chainId, bool isEvm);

    /// @notice Sets the name that orders give to an origin chain; id 0 removes the name. Each name has one id, and each id
    /// one name.
    /// @param config The name, the id, and whether the chain has EVM addresses.
    function setChain(ChainConfig calldata config) external;

    /// @notice Returns the id of the origin chain that orders call `name`, and whether that chain has EVM addresses. The id
    /// is 0 if the name is not known.
    /// @param name The name, matched byte for byte.
    function chainOf(string calldata name) external view returns (uint256 chainId, bool isEvm);
}
