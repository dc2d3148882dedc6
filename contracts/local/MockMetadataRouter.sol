// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MetadataRouter} from "./MetadataRouter.sol";
import {OlderRouter} from "./OlderRouter.sol";

/// @title MockMetadataRouter
/// @notice Behaves as version 3 of the public multicall router. It makes an order's calls in one transaction, guards every
/// function, and reports every movement of funds with the caller's metadata.
/// @dev Warning: For tests. Anyone can take funds that a transaction leaves here.
contract MockMetadataRouter is MetadataRouter, OlderRouter {}
