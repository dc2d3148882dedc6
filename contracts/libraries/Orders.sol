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
        return
            keccak256(
                abi.encode(
                    ORDER_TYPEHASH,
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

    /// @notice Returns the id of the order whose output, solver and salt `proof` reveals.
    function hash(OrderProof calldata proof) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    ORDER_TYPEHASH,
                    proof.versionHash,
                    proof.solverChainIdHash,
                    proof.solver,
                    proof.salt,
                    proof.inputsHash,
                    hashOutput(proof.output),
                    proof.feesHash
                )
            );
    }

    /// @notice Returns the hash of an order's inputs.
    function hashInputs(OrderInput[] calldata inputs) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) hashes[i] = _hashInput(inputs[i]);
        return _keccak(hashes);
    }

    /// @notice Returns the struct hash of an order's output.
    function hashOutput(OrderOutput calldata output) internal pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    OUTPUT_TYPEHASH,
                    keccak256(bytes(output.chainId)),
                    _hashOutputPayments(output.payments),
                    output.deadline,
                    _hashCalls(output.calls),
                    keccak256(output.extraData)
                )
            );
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

        return keccak256(abi.encode(INPUT_TYPEHASH, _hashInputPayment(input.payment), _keccak(refunds)));
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

    function _hashRefund(OrderRefund calldata refund) private pure returns (bytes32) {
        return
            keccak256(
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

    function _hashOutputPayments(OrderOutputPayment[] calldata payments) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](payments.length);
        for (uint256 i = 0; i < payments.length; ++i) hashes[i] = _hashOutputPayment(payments[i]);
        return _keccak(hashes);
    }

    function _hashOutputPayment(OrderOutputPayment calldata payment) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    OUTPUT_PAYMENT_TYPEHASH,
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
        return _keccak(hashes);
    }
}
