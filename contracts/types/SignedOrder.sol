// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderInputPayment, OrderOutput} from "./Order.sol";

/// @notice A proof of an order: the inputs' payments, the output, the solver and the salt in full, and the hashes of all
/// other fields.
/// @dev For services whose solver signs the order id. Twin: src/protocol/order/proveSignedOrder.ts.
struct SignedOrderProof {
    bytes32 versionHash;
    bytes32 solverChainIdHash;
    address solver;
    uint256 salt;
    SignedOrderInput[] inputs;
    OrderOutput output;
    bytes32 feesHash;
}

/// @notice An input. Its payment is given field by field, and its refunds only as a hash.
struct SignedOrderInput {
    OrderInputPayment payment;
    bytes32 refundsHash;
}
