// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {
    Order,
    OrderCall,
    OrderFee,
    OrderInput,
    OrderInputPayment,
    OrderOutput,
    OrderOutputPayment,
    OrderProof,
    OrderRefund
} from "../types/Order.sol";

/// @title Orders
/// @notice Recomputes an order id, from the whole order or from a proof of its output.
/// @dev Rule: the order id is the EIP-712 struct hash of the order, without domain and prefix. Arrays hash as the
/// concatenation of their elements' hashes; the output's deadline comes before its calls.
/// Twins: src/order/hashOrder.ts, src/order/proveOrderOutput.ts.
/// @dev Warning: an order id proves nothing by itself. It becomes evidence when a solver signed it.
library Orders {
    // Literals, so that the compiler hashes them: a type, then the types it refers to, by name.

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
    bytes32 internal constant FEE_TYPEHASH = keccak256(
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)"
    );

    struct DataTuple {
        bytes data;
    }

    /// @dev The shortest call blob: three head words, the offset and the length of empty data.
    uint256 private constant MIN_CALL_LENGTH = 160;

    /// @notice Returns the id of a whole order.
    function hash(Order calldata order) internal pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](8);
        words[0] = ORDER_TYPEHASH;
        words[1] = keccak256(bytes(order.version));
        words[2] = keccak256(bytes(order.solverChainId));
        words[3] = bytes32(uint256(uint160(order.solver)));
        words[4] = bytes32(order.salt);
        words[5] = hashInputs(order.inputs);
        words[6] = hashOutput(order.output);
        words[7] = hashFees(order.fees);
        return _keccak(words);
    }

    /// @notice Returns the id of the order whose output, solver and salt `proof` reveals.
    function hash(OrderProof calldata proof) internal pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](8);
        words[0] = ORDER_TYPEHASH;
        words[1] = proof.versionHash;
        words[2] = proof.solverChainIdHash;
        words[3] = bytes32(uint256(uint160(proof.solver)));
        words[4] = bytes32(proof.salt);
        words[5] = proof.inputsHash;
        words[6] = hashOutput(proof.output);
        words[7] = proof.feesHash;
        return _keccak(words);
    }

    /// @notice Returns the hash of an order's inputs.
    function hashInputs(OrderInput[] calldata inputs) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) hashes[i] = _hashInput(inputs[i]);
        return _keccak(hashes);
    }

    /// @notice Returns the struct hash of an order's output.
    function hashOutput(OrderOutput calldata output) internal pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](6);
        words[0] = OUTPUT_TYPEHASH;
        words[1] = keccak256(bytes(output.chainId));
        words[2] = _hashOutputPayments(output.payments);
        words[3] = bytes32(uint256(output.deadline));
        words[4] = _hashCalls(output.calls);
        words[5] = keccak256(output.extraData);
        return _keccak(words);
    }

    /// @notice Returns the hash of an order's fees.
    function hashFees(OrderFee[] calldata fees) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](fees.length);
        for (uint256 i = 0; i < fees.length; ++i) hashes[i] = _hashFee(fees[i]);
        return _keccak(hashes);
    }

    /// @notice Encodes a call as orders carry it.
    function encodeCall(OrderCall memory call) internal pure returns (bytes memory) {
        // (address) and (uint256) are static, so a one-field tuple of them is the word itself. A tuple of `bytes` is
        // dynamic and begins with an offset of its own.
        return abi.encode(call.to, DataTuple(call.data), call.value);
    }

    /// @notice Decodes a call; refuses every encoding but the canonical one.
    function tryDecodeCall(bytes calldata blob) internal pure returns (bool ok, OrderCall memory call) {
        if (blob.length < MIN_CALL_LENGTH) return (false, call);
        uint256 to = uint256(bytes32(blob[:32]));
        uint256 length = uint256(bytes32(blob[128:160]));
        if (length > blob.length - MIN_CALL_LENGTH) return (false, call);
        call.to = address(uint160(to));
        call.value = uint256(bytes32(blob[64:96]));
        call.data = blob[MIN_CALL_LENGTH:MIN_CALL_LENGTH + length];
        ok = keccak256(blob) == keccak256(encodeCall(call));
    }

    /// @notice Returns the data of a call that `tryDecodeCall` accepted, in place.
    function callData(bytes calldata blob) internal pure returns (bytes calldata) {
        return blob[MIN_CALL_LENGTH:MIN_CALL_LENGTH + uint256(bytes32(blob[128:160]))];
    }

    /// @notice Reads an EVM address or currency of an order; refuses any length but 20.
    function tryAddress(bytes calldata raw) internal pure returns (bool ok, address account) {
        if (raw.length != 20) return (false, address(0));
        return (true, address(bytes20(raw)));
    }

    /// @dev keccak256 of words that lie side by side: a struct's encoding, or the hashes of an array's elements.
    function _keccak(bytes32[] memory words) private pure returns (bytes32 result) {
        assembly ("memory-safe") {
            result := keccak256(add(words, 0x20), mul(mload(words), 0x20))
        }
    }

    function _hashInput(OrderInput calldata input) private pure returns (bytes32) {
        bytes32[] memory refunds = new bytes32[](input.refunds.length);
        for (uint256 i = 0; i < refunds.length; ++i) refunds[i] = _hashRefund(input.refunds[i]);

        bytes32[] memory words = new bytes32[](3);
        words[0] = INPUT_TYPEHASH;
        words[1] = _hashInputPayment(input.payment);
        words[2] = _keccak(refunds);
        return _keccak(words);
    }

    function _hashInputPayment(OrderInputPayment calldata payment) private pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](5);
        words[0] = INPUT_PAYMENT_TYPEHASH;
        words[1] = keccak256(bytes(payment.chainId));
        words[2] = keccak256(payment.currency);
        words[3] = bytes32(payment.amount);
        words[4] = bytes32(payment.weight);
        return _keccak(words);
    }

    function _hashRefund(OrderRefund calldata refund) private pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](7);
        words[0] = INPUT_REFUND_TYPEHASH;
        words[1] = keccak256(bytes(refund.chainId));
        words[2] = keccak256(refund.recipient);
        words[3] = keccak256(refund.currency);
        words[4] = bytes32(refund.minimumAmount);
        words[5] = bytes32(uint256(refund.deadline));
        words[6] = keccak256(refund.extraData);
        return _keccak(words);
    }

    function _hashOutputPayments(OrderOutputPayment[] calldata payments) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](payments.length);
        for (uint256 i = 0; i < payments.length; ++i) hashes[i] = _hashOutputPayment(payments[i]);
        return _keccak(hashes);
    }

    function _hashOutputPayment(OrderOutputPayment calldata payment) private pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](5);
        words[0] = OUTPUT_PAYMENT_TYPEHASH;
        words[1] = keccak256(payment.recipient);
        words[2] = keccak256(payment.currency);
        words[3] = bytes32(payment.minimumAmount);
        words[4] = bytes32(payment.expectedAmount);
        return _keccak(words);
    }

    function _hashFee(OrderFee calldata fee) private pure returns (bytes32) {
        bytes32[] memory words = new bytes32[](6);
        words[0] = FEE_TYPEHASH;
        words[1] = keccak256(bytes(fee.recipientChainId));
        words[2] = keccak256(fee.recipient);
        words[3] = keccak256(bytes(fee.currencyChainId));
        words[4] = keccak256(fee.currency);
        words[5] = bytes32(fee.amount);
        return _keccak(words);
    }

    function _hashCalls(bytes[] calldata calls) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) hashes[i] = keccak256(calls[i]);
        return _keccak(hashes);
    }
}
