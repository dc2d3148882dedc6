// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";
import {OrderEvidence} from "./OrderEvidence.sol";

/// @title AttestedOrders
/// @notice Evidence of services whose attested request id is the order id: one signature covers the whole order.
/// @dev Trust: the origin's words are the attestation's, everything else is the order's. Both are signed by the
/// solver that the order names.
abstract contract AttestedOrders is OrderEvidence {
    /// @dev Reads the evidence of a fill in either way.
    function _readEvidence(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) internal view returns (Terms memory t) {
        bytes32 digest = SolverAttestation.digest(a);
        t.solver = SolverAttestation.tryRecover(digest, signature);
        if (t.solver == address(0)) {
            t.signatureFailure = abi.encodeWithSelector(InvalidSignature.selector, digest, signature);
        }
        t.id = Orders.hash(order);
        t.requestId = a.requestId;
        t.originChainId = a.originChainId;
        t.originUser = a.originUser;
        t.originCurrency = a.originCurrency;
        t.originAmount = a.originAmount;
        t.destinationChainId = a.destinationChainId;
        t.destinationUser = a.destinationUser;
        _matchTerm(t, "solver", _padded(order.solver), _padded(t.solver));
        _readOutput(t, order.output, recipientProof);
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
        t = _readEvidence(a, signature, order, recipientProof);
        if (t.callHash != bytes32(0)) _failFillContract(t, order.output, 1);
        t.amount = amount;
        t.value = msg.value;
        _accept(t);
    }
}
