// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PaymentOrder} from "../types/PaymentOrder.sol";
import {Orders} from "./Orders.sol";

/// @title PaymentOrders
/// @notice Recomputes an order id from the parts of the order that a payer must see.
/// @dev Hashes as `Orders` does. The hash always has exactly one input: an order with any other number of inputs has no
/// `PaymentOrder`. Twin: src/protocol/order/provePayment.ts.
/// @dev Written in assembly because each payment pays for it: one pass over calldata. contracts/mocks/GuardHarness.sol does
/// the same in plain Solidity, with the functions of `Orders`. Offsets are not checked against the bounds of the calldata:
/// bytes beyond the calldata hash as zeros.
library PaymentOrders {
    /// @notice Returns the order id, and the hashes of the names of two chains: the input's and the output's.
    function read(
        PaymentOrder calldata order
    ) internal pure returns (bytes32 id, bytes32 originHash, bytes32 destinationHash) {
        bytes32 orderTypehash = Orders.ORDER_TYPEHASH;
        bytes32 inputTypehash = Orders.INPUT_TYPEHASH;
        bytes32 inputPaymentTypehash = Orders.INPUT_PAYMENT_TYPEHASH;
        bytes32 inputRefundTypehash = Orders.INPUT_REFUND_TYPEHASH;
        bytes32 outputTypehash = Orders.OUTPUT_TYPEHASH;
        bytes32 outputPaymentTypehash = Orders.OUTPUT_PAYMENT_TYPEHASH;
        assembly ("memory-safe") {
            // Hashes a `bytes` value, copied to memory at `raw`. The calldata word at `head` is the value's offset from
            // `base`.
            function hashBytes(base, head, raw) -> bytesHash {
                let at := add(base, calldataload(head))
                let size := calldataload(at)
                calldatacopy(raw, add(at, 0x20), size)
                bytesHash := keccak256(raw, size)
            }

            // Hashes a payment of an input or an output: two fields of bytes, then two words.
            function hashPayment(payment, typehash, words, raw) -> paymentHash, firstHash {
                firstHash := hashBytes(payment, payment, raw)
                mstore(words, typehash)
                mstore(add(words, 0x20), firstHash)
                mstore(add(words, 0x40), hashBytes(payment, add(payment, 0x20), raw))
                calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)
                paymentHash := keccak256(words, 0xa0)
            }

            // Memory: seven words of a struct, then the hashes of the refunds, then raw bytes.
            function hashInput(typehash, paymentTypehash, refundTypehash, words, input) -> inputHash, nameHash {
                let list := add(words, 0xe0)
                inputHash, nameHash := hashPayment(add(input, calldataload(input)), paymentTypehash, words, list)

                let elements := add(input, calldataload(add(input, 0x20)))
                let end := shl(5, calldataload(elements))
                elements := add(elements, 0x20)
                let raw := add(list, end)
                mstore(words, refundTypehash)
                for {
                    let i := 0
                } lt(i, end) {
                    i := add(i, 0x20)
                } {
                    let refund := add(elements, calldataload(add(elements, i)))
                    mstore(add(words, 0x20), hashBytes(refund, refund, raw))
                    mstore(add(words, 0x40), hashBytes(refund, add(refund, 0x20), raw))
                    mstore(add(words, 0x60), hashBytes(refund, add(refund, 0x40), raw))
                    calldatacopy(add(words, 0x80), add(refund, 0x60), 0x40)
                    // Rejects a deadline with dirty upper bytes, as the decoder of arguments does.
                    if shr(32, mload(add(words, 0xa0))) {
                        revert(0, 0)
                    }
                    mstore(add(words, 0xc0), hashBytes(refund, add(refund, 0xa0), raw))
                    mstore(add(list, i), keccak256(words, 0xe0))
                }
                mstore(words, typehash)
                mstore(add(words, 0x20), inputHash)
                mstore(add(words, 0x40), keccak256(list, end))
                inputHash := keccak256(words, 0x60)
            }

            // Memory: six words of a struct, then the hashes of the payments, then raw bytes.
            function hashOutput(typehash, paymentTypehash, words, output) -> outputHash, nameHash {
                let list := add(words, 0xc0)
                nameHash := hashBytes(output, output, list)

                let elements := add(output, calldataload(add(output, 0x20)))
                let end := shl(5, calldataload(elements))
                elements := add(elements, 0x20)
                let raw := add(list, end)
                for {
                    let i := 0
                } lt(i, end) {
                    i := add(i, 0x20)
                } {
                    let paymentHash, recipientHash := hashPayment(
                        add(elements, calldataload(add(elements, i))),
                        paymentTypehash,
                        words,
                        raw
                    )
                    mstore(add(list, i), paymentHash)
                }
                mstore(words, typehash)
                mstore(add(words, 0x20), nameHash)
                mstore(add(words, 0x40), keccak256(list, end))
                // The deadline, then the hashes of the calls and of `extraData`.
                calldatacopy(add(words, 0x60), add(output, 0x40), 0x60)
                if shr(32, mload(add(words, 0x60))) {
                    revert(0, 0)
                }
                outputHash := keccak256(words, 0xc0)
            }

            let words := mload(0x40)
            // The fifth and the sixth word of `order` are the offsets of its input and its output.
            id, originHash := hashInput(
                inputTypehash,
                inputPaymentTypehash,
                inputRefundTypehash,
                words,
                add(order, calldataload(add(order, 0x80)))
            )
            // An array hashes as the concatenated hashes of its elements, so the hash of the one input is hashed again.
            mstore(0, id)
            id, destinationHash := hashOutput(
                outputTypehash,
                outputPaymentTypehash,
                words,
                add(order, calldataload(add(order, 0xa0)))
            )
            // The seven words are the struct's encoding after the type hash.
            mstore(words, orderTypehash)
            calldatacopy(add(words, 0x20), order, 0xe0)
            mstore(add(words, 0xa0), keccak256(0, 0x20))
            mstore(add(words, 0xc0), id)
            id := keccak256(words, 0x100)
        }
    }
}
