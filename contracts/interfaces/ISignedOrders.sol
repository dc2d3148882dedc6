// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig} from "../types/Config.sol";

/// @title ISignedOrders
/// @notice The origin chains of a receiver that reads orders' inputs.
interface ISignedOrders {
    /// @notice A chain's name in orders was set; id 0 removed it.
    event ChainSet(string name, uint256 indexed chainId, bool isEvm);

    /// @notice Sets the name that orders give to an origin chain, one to one; id 0 removes it.
    /// @param config The name, the id, and whether addresses are those of the EVM.
    function setChain(ChainConfig calldata config) external;

    /// @notice Returns the id of the origin chain that orders call `name`, and whether its addresses are those of the
    /// EVM; 0 for a name that is not known.
    /// @param name The name, matched byte for byte.
    function chainOf(string calldata name) external view returns (uint256 chainId, bool isEvm);
}
