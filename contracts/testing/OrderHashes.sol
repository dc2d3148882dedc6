// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {Order, OrderFee, OrderInput, OrderOutput, OrderOutputPayment, OrderRefund} from "../types/Order.sol";

/// @title OrderHashes
/// @notice Hashes orders and their parts in plain Solidity, for tests.
/// @dev Hashes as `Orders` does. Tests compare both.
library OrderHashes {
    bytes32 private constant FEE_TYPEHASH = keccak256(
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)"
    );

    /// @notice Returns the id of a whole order.
    function hash(Order calldata order) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.ORDER_TYPEHASH,
                    keccak256(bytes(order.version)),
                    keccak256(bytes(order.solverChainId)),
                    order.solver,
                    order.salt,
                    hashInputs(order.inputs),
                    hashOutput(order.output),
                    hashFees(order.fees)
                )
            );
    }

    /// @notice Returns the hash of an order's inputs.
    function hashInputs(OrderInput[] calldata inputs) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) hashes[i] = hashInput(inputs[i]);
        return Orders.hashWords(hashes);
    }

    /// @notice Returns the struct hash of one input.
    function hashInput(OrderInput calldata input) internal pure returns (bytes32) {
        bytes32[] memory refunds = new bytes32[](input.refunds.length);
        for (uint256 i = 0; i < refunds.length; ++i) refunds[i] = _hashRefund(input.refunds[i]);

        return
            keccak256(
                abi.encode(Orders.INPUT_TYPEHASH, Orders.hashInputPayment(input.payment), Orders.hashWords(refunds))
            );
    }

    /// @notice Returns the struct hash of an order's output.
    function hashOutput(OrderOutput calldata output) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.OUTPUT_TYPEHASH,
                    keccak256(bytes(output.chainId)),
                    hashPayments(output.payments),
                    output.deadline,
                    _hashCalls(output.calls),
                    keccak256(output.extraData)
                )
            );
    }

    /// @notice Returns the hash of an output's payments.
    function hashPayments(OrderOutputPayment[] calldata payments) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](payments.length);
        for (uint256 i = 0; i < payments.length; ++i) hashes[i] = _hashOutputPayment(payments[i]);
        return Orders.hashWords(hashes);
    }

    /// @notice Returns the hash of an order's fees.
    function hashFees(OrderFee[] calldata fees) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](fees.length);
        for (uint256 i = 0; i < fees.length; ++i) hashes[i] = _hashFee(fees[i]);
        return Orders.hashWords(hashes);
    }

    function _hashRefund(OrderRefund calldata refund) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.INPUT_REFUND_TYPEHASH,
                    keccak256(bytes(refund.chainId)),
                    keccak256(refund.recipient),
                    keccak256(refund.currency),
                    refund.minimumAmount,
                    refund.deadline,
                    keccak256(refund.extraData)
                )
            );
    }

    function _hashOutputPayment(OrderOutputPayment calldata payment) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    Orders.OUTPUT_PAYMENT_TYPEHASH,
                    keccak256(payment.recipient),
                    keccak256(payment.currency),
                    payment.minimumAmount,
                    payment.expectedAmount
                )
            );
    }

    function _hashFee(OrderFee calldata fee) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    FEE_TYPEHASH,
                    keccak256(bytes(fee.recipientChainId)),
                    keccak256(fee.recipient),
                    keccak256(bytes(fee.currencyChainId)),
                    keccak256(fee.currency),
                    fee.amount
                )
            );
    }

    function _hashCalls(bytes[] calldata calls) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) hashes[i] = keccak256(calls[i]);
        return Orders.hashWords(hashes);
    }
}
