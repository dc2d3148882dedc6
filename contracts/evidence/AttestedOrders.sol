// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {Attestation} from "../types/Attestation.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms, Way} from "../types/Terms.sol";
import {OrderEvidence} from "./OrderEvidence.sol";

/// @title AttestedOrders
/// @notice Evidence of services whose attested request id is the order id: one signature covers the whole order.
/// @dev Trust: the origin's words are the attestation's, everything else is the order's. Both are signed by the
/// solver that the order names.
abstract contract AttestedOrders is OrderEvidence {
    /// @dev Reads the evidence of a fill into `t`.
    function _readEvidence(
        Terms memory t,
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        Way way
    ) internal view {
        _readAttestation(t, a, signature);
        bytes32 solver = Orders.readProof(order, t);
        if (uint256(solver) != uint160(t.solver)) _matchTerm(t, "solver", solver, _padded(t.solver));
        _readOutput(t, order.output, recipientProof, way);
    }

    /// @dev Checks everything about an order that names this contract as its fill contract, and marks it paid.
    /// The payment, `amount` and the message's value, is the caller's to move, after this.
    function _acceptDirectFill(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory t) {
        _readEvidence(t, a, signature, order, recipientProof, Way.Direct);
        t.amount = amount;
        t.value = msg.value;
        _accept(t);
    }
}
