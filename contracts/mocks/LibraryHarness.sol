// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {Order, OrderCall, OrderProof} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {Terms} from "../types/Terms.sol";
import {OrderHashes} from "../testing/OrderHashes.sol";

/// @title LibraryHarness
/// @notice Makes the internal libraries callable, for tests.
contract LibraryHarness {
    /// @notice Calls `SolverAttestation.hash`.
    function hashAttestation(Attestation calldata a) external pure returns (bytes32) {
        return SolverAttestation.hash(a);
    }

    /// @notice Hashes many attestations in one call.
    function hashAttestations(Attestation[] calldata list) external pure returns (bytes32[] memory hashes) {
        hashes = new bytes32[](list.length);
        for (uint256 i = 0; i < list.length; ++i) hashes[i] = SolverAttestation.hash(list[i]);
    }

    /// @notice Returns the seven words, encoded by `abi.encode` and by `abi.encodePacked`.
    function encodings(Attestation calldata a) external pure returns (bytes memory padded, bytes memory packed) {
        padded = abi.encode(a);
        packed = abi.encodePacked(
            a.requestId,
            a.originChainId,
            a.originUser,
            a.originCurrency,
            a.originAmount,
            a.destinationChainId,
            a.destinationUser
        );
    }

    /// @notice Calls `SolverAttestation.digest`.
    function digest(Attestation calldata a) external pure returns (bytes32) {
        return SolverAttestation.digest(a);
    }

    /// @notice Calls `SolverAttestation.recover`.
    function recover(Attestation calldata a, bytes calldata signature) external view returns (address) {
        return SolverAttestation.recover(a, signature);
    }

    /// @notice Calls `SolverAttestation.tryRecover`.
    function tryRecover(bytes32 signed, bytes calldata signature) external view returns (address) {
        return SolverAttestation.tryRecover(signed, signature);
    }

    /// @notice Calls `OrderHashes.hash` for each order.
    function hashOrders(Order[] calldata orders) external pure returns (bytes32[] memory hashes) {
        hashes = new bytes32[](orders.length);
        for (uint256 i = 0; i < orders.length; ++i) hashes[i] = OrderHashes.hash(orders[i]);
    }

    /// @notice Returns the ids that `Orders.readProof` reads from proofs.
    function hashProofs(OrderProof[] calldata proofs) external view returns (bytes32[] memory hashes) {
        hashes = new bytes32[](proofs.length);
        for (uint256 i = 0; i < proofs.length; ++i) hashes[i] = readProof(proofs[i]).id;
    }

    /// @notice Returns the ids that `Orders.readSignedProof` reads from proofs.
    function hashSignedProofs(SignedOrderProof[] calldata proofs) external view returns (bytes32[] memory hashes) {
        hashes = new bytes32[](proofs.length);
        for (uint256 i = 0; i < proofs.length; ++i) {
            Terms memory t;
            Orders.readSignedProof(proofs[i], t);
            hashes[i] = t.id;
        }
    }

    /// @notice Calls `Orders.readProof`.
    function readProof(OrderProof calldata proof) public view returns (Terms memory t) {
        t.solver = address(uint160(uint256(Orders.readProof(proof, t))));
    }

    /// @notice Returns the hashes of an order's inputs, output and fees.
    function hashParts(Order calldata order) external pure returns (bytes32 inputs, bytes32 output, bytes32 fees) {
        return (
            OrderHashes.hashInputs(order.inputs),
            OrderHashes.hashOutput(order.output),
            OrderHashes.hashFees(order.fees)
        );
    }

    /// @notice Returns the type hash of an order.
    function orderTypeHash() external pure returns (bytes32) {
        return Orders.ORDER_TYPEHASH;
    }

    /// @notice Calls `Orders.encodeCall`.
    function encodeCall(OrderCall calldata call) external pure returns (bytes memory) {
        return Orders.encodeCall(call);
    }

    /// @notice Calls `Orders.tryDecodeCall`.
    function tryDecodeCall(bytes calldata blob) external pure returns (bool ok, OrderCall memory call) {
        (ok, call.to, call.value, call.data) = Orders.tryDecodeCall(blob);
    }

    /// @notice Calls `Payments.tryDecode`.
    function tryDecodePayment(bytes calldata callData) external pure returns (bool ok, Payment memory p) {
        Payment calldata found;
        (ok, found) = Payments.tryDecode(callData);
        if (ok) p = found;
    }
}
