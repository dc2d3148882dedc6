// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderInput, OrderOutputPayment} from "../types/Order.sol";
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
                    keccak256(abi.encode(_hashInput(order.input))),
                    _hashOutput(order.output),
                    order.feesHash
                )
            );
    }

    function _hashInput(OrderInput calldata input) private pure returns (bytes32) {
        bytes32[] memory refunds = new bytes32[](input.refunds.length);
        for (uint256 i = 0; i < refunds.length; ++i) {
            refunds[i] = keccak256(
                abi.encode(
                    Orders.INPUT_REFUND_TYPEHASH,
                    keccak256(bytes(input.refunds[i].chainId)),
                    keccak256(input.refunds[i].recipient),
                    keccak256(input.refunds[i].currency),
                    input.refunds[i].minimumAmount,
                    input.refunds[i].deadline,
                    keccak256(input.refunds[i].extraData)
                )
            );
        }
        bytes32 payment = keccak256(
            abi.encode(
                Orders.INPUT_PAYMENT_TYPEHASH,
                keccak256(bytes(input.payment.chainId)),
                keccak256(input.payment.currency),
                input.payment.amount,
                input.payment.weight
            )
        );
        return keccak256(abi.encode(Orders.INPUT_TYPEHASH, payment, keccak256(abi.encodePacked(refunds))));
    }

    function _hashOutput(GuardedOutput calldata output) private pure returns (bytes32) {
        bytes32[] memory payments = new bytes32[](output.payments.length);
        for (uint256 i = 0; i < payments.length; ++i) {
            OrderOutputPayment calldata payment = output.payments[i];
            payments[i] = keccak256(
                abi.encode(
                    Orders.OUTPUT_PAYMENT_TYPEHASH,
                    keccak256(payment.recipient),
                    keccak256(payment.currency),
                    payment.minimumAmount,
                    payment.expectedAmount
                )
            );
        }
        return
            keccak256(
                abi.encode(
                    Orders.OUTPUT_TYPEHASH,
                    keccak256(bytes(output.chainId)),
                    keccak256(abi.encodePacked(payments)),
                    output.deadline,
                    output.callsHash,
                    output.extraDataHash
                )
            );
    }
}
