// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GuardedOutput, PaymentOrder} from "../types/PaymentOrder.sol";
import {Orders} from "./Orders.sol";

/// @title PaymentOrders
/// @notice Rebuilds an order id from what a payer must see of the order.
/// @dev Rule: as in `Orders`. That the order has one input is part of what is rebuilt: an order with another number of
/// inputs has no `PaymentOrder`. Twin: src/order/provePayment.ts.
library PaymentOrders {
    /// @notice Returns the id of the order that `order` reveals a part of.
    function hash(PaymentOrder calldata order) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.ORDER_TYPEHASH,
                    order.versionHash,
                    order.solverChainIdHash,
                    order.solver,
                    order.salt,
                    // An array hashes as its elements' hashes side by side, so one element's hash is hashed once more.
                    keccak256(abi.encode(Orders.hashInput(order.input))),
                    _hashOutput(order.output),
                    order.feesHash
                )
            );
    }

    function _hashOutput(GuardedOutput calldata output) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.OUTPUT_TYPEHASH,
                    keccak256(bytes(output.chainId)),
                    Orders.hashPayments(output.payments),
                    output.deadline,
                    output.callsHash,
                    output.extraDataHash
                )
            );
    }
}
