// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderInputPayment, OrderOutput} from "./Order.sol";

/// @notice An order with its inputs' payments, its output and its solver in full, and everything else as sub-hashes.
/// @dev Evidence of services whose solver signs the order id itself. Twin: src/protocol/order/proveSignedOrder.ts.
struct SignedOrderProof {
    bytes32 versionHash;
    bytes32 solverChainIdHash;
    address solver;
    uint256 salt;
    SignedOrderInput[] inputs;
    OrderOutput output;
    bytes32 feesHash;
}

/// @notice An input with its payment in full; its refunds are a hash.
struct SignedOrderInput {
    OrderInputPayment payment;
    bytes32 refundsHash;
}
