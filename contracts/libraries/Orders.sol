// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderCall, OrderInputPayment, OrderOutput, OrderProof} from "../types/Order.sol";
import {SignedOrderInput, SignedOrderProof} from "../types/SignedOrder.sol";
import {Terms} from "../types/Terms.sol";

/// @title Orders
/// @notice Recomputes an order id from a proof of its output.
/// @dev The order id is the EIP-712 struct hash of the order, without domain or prefix. An array hashes as the concatenated
/// hashes of its elements. The output's deadline comes before its calls.
/// Twins: contracts/testing/OrderHashes.sol, src/protocol/order/hashOrder.ts, src/protocol/order/proveOrderOutput.ts.
/// @dev Warning: an order id proves nothing by itself. It becomes evidence when a solver signs it.
library Orders {
    // The compiler hashes these literals. Each is a type, followed by the types that it refers to, sorted by name.

    bytes32 internal constant ORDER_TYPEHASH = keccak256(
        "Order(string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees)"
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)"
        "Input(InputPayment payment,InputRefund[] refunds)"
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
        "Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)"
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );
    bytes32 internal constant INPUT_TYPEHASH = keccak256(
        "Input(InputPayment payment,InputRefund[] refunds)"
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
    );
    bytes32 internal constant INPUT_PAYMENT_TYPEHASH = keccak256(
        "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)"
    );
    bytes32 internal constant INPUT_REFUND_TYPEHASH = keccak256(
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)"
    );
    bytes32 internal constant OUTPUT_TYPEHASH = keccak256(
        "Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)"
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );
    bytes32 internal constant OUTPUT_PAYMENT_TYPEHASH = keccak256(
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)"
    );

    struct DataTuple {
        bytes data;
    }

    /// @dev The shortest call blob: three head words, the offset and the length of empty data.
    uint256 private constant MIN_CALL_LENGTH = 160;

    /// @notice Writes the id and the output of the proved order to `terms`. Returns the order's solver as a word.
    function readProof(OrderProof calldata proof, Terms memory terms) internal view returns (bytes32 solver) {
        bytes32 typehash = ORDER_TYPEHASH;
        bytes32 output = readOutput(proof.output, terms);
        bytes32 id;
        // The proof's seven words are the struct's encoding after the type hash. The sixth word is an offset; the output's
        // hash replaces it.
        assembly ("memory-safe") {
            let words := mload(0x40)
            mstore(words, typehash)
            calldatacopy(add(words, 0x20), proof, 0xe0)
            mstore(add(words, 0xc0), output)
            id := keccak256(words, 0x100)
            solver := mload(add(words, 0x60))
        }
        terms.id = id;
    }

    /// @notice Writes the id and the output of the proved order to `terms`. The proof also has the payments of the inputs.
    function readSignedProof(SignedOrderProof calldata proof, Terms memory terms) internal view {
        bytes32[] memory inputs = new bytes32[](proof.inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) {
            SignedOrderInput calldata input = proof.inputs[i];
            inputs[i] = keccak256(abi.encode(INPUT_TYPEHASH, hashInputPayment(input.payment), input.refundsHash));
        }
        terms.id = keccak256(
            abi.encode(
                ORDER_TYPEHASH,
                proof.versionHash,
                proof.solverChainIdHash,
                proof.solver,
                proof.salt,
                hashWords(inputs),
                readOutput(proof.output, terms),
                proof.feesHash
            )
        );
    }

    /// @notice Writes the contents of an output to `terms`, and returns the output's hash.
    /// @dev Written in assembly because each fill pays for it: one pass over calldata both hashes and reads.
    /// `OrderHashes.hashOutput` returns the same hash in plain Solidity.
    /// @dev Offsets are not checked against the bounds of the calldata. Bytes beyond the calldata are read and hashed as
    /// zeros, so the values read are the values hashed.
    /// @dev The loops may drop the upper bits of a length of more than 64 bits. This is safe, and so is comparing the raw
    /// length with zero or one, because the decoder of arguments reads the list next and rejects such a length.
    function readOutput(OrderOutput calldata output, Terms memory terms) internal view returns (bytes32 outputHash) {
        bytes32 nameHash;
        bytes32 extraHash;
        bool isOwn;
        assembly ("memory-safe") {
            let raw := mload(0x40)
            let at := add(output, calldataload(output))
            let size := calldataload(at)
            calldatacopy(raw, add(at, 0x20), size)
            nameHash := keccak256(raw, size)

            at := add(output, calldataload(add(output, 0x80)))
            size := calldataload(at)
            calldatacopy(raw, add(at, 0x20), size)
            extraHash := keccak256(raw, size)
            isOwn := and(eq(size, 0x20), eq(mload(raw), address()))
        }
        (bytes32 callsHash, uint256 calls) = _readCalls(output);
        terms.chainNameHash = nameHash;
        terms.isDirect = isOwn && calls == 0;
        terms.deadline = output.deadline;
        bytes32 paymentsHash;
        (paymentsHash, terms.minimum, terms.token, terms.recipient) = _readPayments(output);
        bytes32 typehash = OUTPUT_TYPEHASH;
        assembly ("memory-safe") {
            let words := mload(0x40)
            mstore(words, typehash)
            mstore(add(words, 0x20), nameHash)
            mstore(add(words, 0x40), paymentsHash)
            // The decoder of arguments has already rejected a deadline with dirty upper bytes.
            mstore(add(words, 0x60), calldataload(add(output, 0x40)))
            mstore(add(words, 0x80), callsHash)
            mstore(add(words, 0xa0), extraHash)
            outputHash := keccak256(words, 0xc0)
        }
    }

    /// @notice Encodes a call in the form that orders use.
    function encodeCall(OrderCall memory call) internal pure returns (bytes memory) {
        // (address) and (uint256) are static, so their one-field tuples are plain words. A tuple of `bytes` is dynamic and
        // begins with its own offset.
        return abi.encode(call.to, DataTuple(call.data), call.value);
    }

    /// @notice Decodes a call without copying its data. `ok` is false for any encoding other than the one that `encodeCall`
    /// makes.
    function tryDecodeCall(
        bytes calldata blob
    ) internal pure returns (bool ok, address to, uint256 value, bytes calldata data) {
        data = blob[:0];
        if (blob.length < MIN_CALL_LENGTH) return (false, to, value, data);
        uint256 length = uint256(bytes32(blob[128:160]));
        if (length > blob.length - MIN_CALL_LENGTH) return (false, to, value, data);
        to = address(bytes20(blob[12:32]));
        value = uint256(bytes32(blob[64:96]));
        data = blob[MIN_CALL_LENGTH:MIN_CALL_LENGTH + length];
        ok = keccak256(blob) == keccak256(encodeCall(OrderCall({to: to, data: data, value: value})));
    }

    /// @notice Returns the keccak256 of concatenated words: a struct's encoding, or the hashes of an array's elements.
    function hashWords(bytes32[] memory words) internal pure returns (bytes32 result) {
        assembly ("memory-safe") {
            result := keccak256(add(words, 0x20), mul(mload(words), 0x20))
        }
    }

    /// @notice Returns the struct hash of an input's payment.
    function hashInputPayment(OrderInputPayment calldata payment) internal pure returns (bytes32) {
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

    /// @dev Returns the hash of an output's payments, and the terms of the last payment. `minimum` is zero unless there is
    /// exactly one payment and its two addresses are 20 bytes.
    function _readPayments(
        OrderOutput calldata output
    ) private pure returns (bytes32 paymentsHash, uint256 minimum, address token, address recipient) {
        bytes32 typehash = OUTPUT_PAYMENT_TYPEHASH;
        assembly ("memory-safe") {
            // Memory: the hashes of the list's elements, then the words of a payment, then raw bytes.
            let list := mload(0x40)
            let elements := add(output, calldataload(add(output, 0x20)))
            let end := shl(5, calldataload(elements))
            elements := add(elements, 0x20)
            let words := add(list, end)
            let raw := add(words, 0xa0)
            mstore(words, typehash)
            for {
                let i := 0
            } lt(i, end) {
                i := add(i, 0x20)
            } {
                let payment := add(elements, calldataload(add(elements, i)))
                calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)

                let at := add(payment, calldataload(payment))
                calldatacopy(raw, add(at, 0x20), calldataload(at))
                mstore(add(words, 0x20), keccak256(raw, calldataload(at)))
                recipient := shr(96, mload(raw))
                minimum := and(eq(calldataload(sub(elements, 0x20)), 1), eq(calldataload(at), 20))

                at := add(payment, calldataload(add(payment, 0x20)))
                calldatacopy(raw, add(at, 0x20), calldataload(at))
                mstore(add(words, 0x40), keccak256(raw, calldataload(at)))
                token := shr(96, mload(raw))
                minimum := mul(and(minimum, eq(calldataload(at), 20)), mload(add(words, 0x60)))
                mstore(add(list, i), keccak256(words, 0xa0))
            }
            paymentsHash := keccak256(list, end)
        }
    }

    /// @dev Returns the hash of an output's calls, and the number of calls.
    function _readCalls(OrderOutput calldata output) private pure returns (bytes32 callsHash, uint256 calls) {
        assembly ("memory-safe") {
            let list := mload(0x40)
            let elements := add(output, calldataload(add(output, 0x60)))
            calls := calldataload(elements)
            elements := add(elements, 0x20)
            let end := shl(5, calls)
            let raw := add(list, end)
            for {
                let i := 0
            } lt(i, end) {
                i := add(i, 0x20)
            } {
                let at := add(elements, calldataload(add(elements, i)))
                let size := calldataload(at)
                calldatacopy(raw, add(at, 0x20), size)
                mstore(add(list, i), keccak256(raw, size))
            }
            callsHash := keccak256(list, end)
        }
    }
}
