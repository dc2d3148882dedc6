// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";

/// @title OrderSigner
/// @notice Recomputes the id of an order and recovers its signer, for a payout or a receiver of your own.
/// @dev `Orders` and `SolverAttestation` import only types and interfaces, so no other package is needed, not even
/// OpenZeppelin. `proveOrderOutput` makes the proof from a quote's `orderData`.
/// @dev Warning: reading an id and a signer checks nothing. Check that the signer is a solver that you trust **and** the
/// order's own solver (`order.solver`). Check the output's chain, recipient, currency, minimum and deadline. Pay each id
/// once.
contract OrderSigner {
    /// @notice Returns the order's id and its signer. The signer is zero if the signature is malformed or recovers no
    /// address.
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
