// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";

/// @title OrderSigner
/// @notice Recomputes the id of an order, and recovers who signed it: for a payout or a receiver of your own.
/// @dev `Orders` and `SolverAttestation` import types and interfaces alone, so that neither OpenZeppelin nor any other
/// package is needed. A proof is what `proveOrderOutput` makes of a quote's `orderData`.
/// @dev Warning: an id and a signer are no check. Ask that the signer is a solver that you trust **and** the order's own
/// (`order.solver`), and check the output's chain, recipient, currency, minimum and deadline; and pay an id once.
contract OrderSigner {
    /// @notice Returns the order's id and the signer of it, zero where the signature is malformed or recovers no address.
    function read(
        OrderProof calldata order,
        bytes calldata signature
    ) external view returns (bytes32 orderId, address signer) {
        Terms memory terms;
        Orders.readProof(order, terms);
        orderId = terms.id;
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", orderId));
        signer = SolverAttestation.tryRecover(digest, signature);
    }
}
