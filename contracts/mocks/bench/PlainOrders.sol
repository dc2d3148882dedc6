// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {
    Order,
    OrderFee,
    OrderInput,
    OrderInputPayment,
    OrderOutput,
    OrderOutputPayment,
    OrderRefund
} from "../../types/Order.sol";

/// @title PlainOrders
/// @notice An order's id, as a contract developer would compute it: by EIP-712, struct by struct, with `abi.encode`.
/// @dev For the gas comparison. The order comes in full, in calldata.
library PlainOrders {
    // Literals, so that the compiler hashes them: a type, then the types it refers to, by name.

    bytes32 private constant ORDER_TYPEHASH = keccak256(
        "Order(string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees)"
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)"
        "Input(InputPayment payment,InputRefund[] refunds)"
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
        "Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)"
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );
    bytes32 private constant INPUT_TYPEHASH = keccak256(
        "Input(InputPayment payment,InputRefund[] refunds)"
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
    );
    bytes32 private constant INPUT_PAYMENT_TYPEHASH = keccak256(
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
    );
    bytes32 private constant INPUT_REFUND_TYPEHASH = keccak256(
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
    );
    bytes32 private constant OUTPUT_TYPEHASH = keccak256(
        "Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)"
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );
    bytes32 private constant OUTPUT_PAYMENT_TYPEHASH = keccak256(
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );
    bytes32 private constant FEE_TYPEHASH = keccak256(
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)"
    );

    /// @notice Returns the id of an order.
    function hash(Order calldata order) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    ORDER_TYPEHASH,
                    keccak256(bytes(order.version)),
                    keccak256(bytes(order.solverChainId)),
                    order.solver,
                    order.salt,
                    _hashInputs(order.inputs),
                    _hashOutput(order.output),
                    _hashFees(order.fees)
                )
            );
    }

    function _hashInputs(OrderInput[] calldata inputs) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) {
            OrderInput calldata input = inputs[i];
            hashes[i] = keccak256(
                abi.encode(INPUT_TYPEHASH, _hashInputPayment(input.payment), _hashRefunds(input.refunds))
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashInputPayment(OrderInputPayment calldata payment) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    INPUT_PAYMENT_TYPEHASH,
                    keccak256(bytes(payment.chainId)),
                    keccak256(payment.currency),
                    payment.amount,
                    payment.weight
                )
            );
    }

    function _hashRefunds(OrderRefund[] calldata refunds) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](refunds.length);
        for (uint256 i = 0; i < refunds.length; ++i) {
            OrderRefund calldata refund = refunds[i];
            hashes[i] = keccak256(
                abi.encode(
                    INPUT_REFUND_TYPEHASH,
                    keccak256(bytes(refund.chainId)),
                    keccak256(refund.recipient),
                    keccak256(refund.currency),
                    refund.minimumAmount,
                    refund.deadline,
                    keccak256(refund.extraData)
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashOutput(OrderOutput calldata output) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    OUTPUT_TYPEHASH,
                    keccak256(bytes(output.chainId)),
                    _hashPayments(output.payments),
                    output.deadline,
                    _hashCalls(output.calls),
                    keccak256(output.extraData)
                )
            );
    }

    function _hashPayments(OrderOutputPayment[] calldata payments) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](payments.length);
        for (uint256 i = 0; i < payments.length; ++i) {
            OrderOutputPayment calldata payment = payments[i];
            hashes[i] = keccak256(
                abi.encode(
                    OUTPUT_PAYMENT_TYPEHASH,
                    keccak256(payment.recipient),
                    keccak256(payment.currency),
                    payment.minimumAmount,
                    payment.expectedAmount
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashCalls(bytes[] calldata calls) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) hashes[i] = keccak256(calls[i]);
        return keccak256(abi.encodePacked(hashes));
    }

    function _hashFees(OrderFee[] calldata fees) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](fees.length);
        for (uint256 i = 0; i < fees.length; ++i) {
            OrderFee calldata fee = fees[i];
            hashes[i] = keccak256(
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
        return keccak256(abi.encodePacked(hashes));
    }
}
