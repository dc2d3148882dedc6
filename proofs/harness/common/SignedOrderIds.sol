// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Orders} from "fillproof/contracts/libraries/Orders.sol";
import {OrderHashes} from "fillproof/contracts/testing/OrderHashes.sol";
import {SignedOrderInput, SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";

/// The id of an order that its solver signs, by plain Solidity.
abstract contract SignedOrderIds {
    function idOf(SignedOrderProof calldata order) external pure returns (bytes32) {
        bytes memory inputs;
        for (uint256 i = 0; i < order.inputs.length; ++i) inputs = bytes.concat(inputs, hashOf(order.inputs[i]));
        bytes memory encoded = abi.encode(
            Orders.ORDER_TYPEHASH,
            order.versionHash,
            order.solverChainIdHash,
            order.solver,
            order.salt,
            keccak256(inputs),
            OrderHashes.hashOutput(order.output),
            order.feesHash
        );
        return keccak256(encoded);
    }

    function hashOf(SignedOrderInput calldata input) private pure returns (bytes32) {
        bytes memory payment = abi.encode(
            Orders.INPUT_PAYMENT_TYPEHASH,
            keccak256(bytes(input.payment.chainId)),
            keccak256(input.payment.currency),
            input.payment.amount,
            input.payment.weight
        );
        return keccak256(abi.encode(Orders.INPUT_TYPEHASH, keccak256(payment), input.refundsHash));
    }
}
