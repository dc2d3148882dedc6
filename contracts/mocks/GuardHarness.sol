// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainNames} from "../libraries/ChainNames.sol";
import {Orders} from "../libraries/Orders.sol";
import {PaymentOrders} from "../libraries/PaymentOrders.sol";
import {GuardedOutput, PaymentOrder} from "../types/PaymentOrder.sol";
import {OrderHashes} from "../testing/OrderHashes.sol";

/// @title GuardHarness
/// @notice Makes the guard's internal libraries callable, for tests.
contract GuardHarness {
    using ChainNames for ChainNames.State;

    ChainNames.State private _names;

    /// @notice Calls `ChainNames.set`.
    function setName(string calldata name, uint256 chainId, bool isEvm) external {
        _names.set(name, chainId, isEvm);
    }

    /// @notice Calls `ChainNames.get`.
    function get(string calldata name) external view returns (uint256 id, bool isEvm) {
        return _names.get(keccak256(bytes(name)));
    }

    /// @notice Returns the hash of the name that an id has.
    function nameHashOf(uint256 chainId) external view returns (bytes32) {
        return _names.nameHashes[chainId];
    }

    /// @notice Calls `ChainNames.isEvmChain`.
    function isEvmChain(uint256 chainId) external view returns (bool) {
        return _names.isEvmChain(chainId);
    }

    /// @notice Returns the ids that `PaymentOrders.read` returns.
    function hashPaymentOrders(PaymentOrder[] calldata orders) external pure returns (bytes32[] memory hashes) {
        hashes = new bytes32[](orders.length);
        for (uint256 i = 0; i < orders.length; ++i) (hashes[i], , ) = PaymentOrders.read(orders[i]);
    }

    /// @notice Calls `PaymentOrders.read`.
    function read(PaymentOrder calldata order) external pure returns (bytes32 id, bytes32 origin, bytes32 destination) {
        return PaymentOrders.read(order);
    }

    /// @notice Returns the same values as `PaymentOrders.read`, in plain Solidity.
    function readPlainly(
        PaymentOrder calldata order
    ) external pure returns (bytes32 id, bytes32 origin, bytes32 destination) {
        GuardedOutput calldata output = order.output;
        origin = keccak256(bytes(order.input.payment.chainId));
        destination = keccak256(bytes(output.chainId));
        bytes32 outputHash = keccak256(
            abi.encode(
                Orders.OUTPUT_TYPEHASH,
                destination,
                OrderHashes.hashPayments(output.payments),
                output.deadline,
                output.callsHash,
                output.extraDataHash
            )
        );
        id = keccak256(
            abi.encode(
                Orders.ORDER_TYPEHASH,
                order.versionHash,
                order.solverChainIdHash,
                order.solver,
                order.salt,
                keccak256(abi.encode(OrderHashes.hashInput(order.input))),
                outputHash,
                order.feesHash
            )
        );
    }
}
