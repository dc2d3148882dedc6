// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainNames} from "../libraries/ChainNames.sol";
import {PaymentOrders} from "../libraries/PaymentOrders.sol";
import {PaymentOrder} from "../types/PaymentOrder.sol";

/// @title GuardHarness
/// @notice Makes the guard's internal libraries callable, for tests.
contract GuardHarness {
    using ChainNames for ChainNames.State;

    ChainNames.State private _names;

    /// @notice `ChainNames.set`.
    function setName(string calldata name, uint256 chainId, bool isEvm) external {
        _names.set(name, chainId, isEvm);
    }

    /// @notice `ChainNames.idOf`.
    function idOf(string calldata name) external view returns (uint256) {
        return _names.idOf(name);
    }

    /// @notice The way back, from an id to the hash of its name.
    function nameHashOf(uint256 chainId) external view returns (bytes32) {
        return _names.nameHashes[chainId];
    }

    /// @notice Whether accounts there have EVM addresses.
    function isEvm(uint256 chainId) external view returns (bool) {
        return _names.isEvm[chainId];
    }

    /// @notice `PaymentOrders.hash`, of many.
    function hashPaymentOrders(PaymentOrder[] calldata orders) external pure returns (bytes32[] memory hashes) {
        hashes = new bytes32[](orders.length);
        for (uint256 i = 0; i < orders.length; ++i) hashes[i] = PaymentOrders.hash(orders[i]);
    }
}
