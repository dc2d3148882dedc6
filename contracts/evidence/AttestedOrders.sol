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
    /// @dev Checks everything about an order that names this contract as its fill contract, and marks it paid.
    /// The payment, `amount` and the message's value, is the caller's to move, after this.
    /// @dev Warning: what a token brought must be measured, and pass `_checkMeasured`; `FillSettlement` does both.
    function _acceptDirectFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory terms) {
        terms = _readOrder(attestation, signature, order);
        _readDirect(terms, order.output);
        _checkAttestedRecipient(attestation.destinationUser, terms.recipient);
        _checkTerms(terms, recipientProof);
        _accept(terms, amount);
    }

    /// @dev `_acceptDirectFill` of an order in native currency, whose payment is the message's value. Reports it to the
    /// service's oracle, without which the solver is not repaid.
    // slither-disable-next-line dead-code,msg-value-in-nonpayable
    function _acceptNativeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) internal returns (Terms memory terms) {
        // An order in a token would need a value of zero, and an amount that is not.
        terms = _acceptDirectFill(attestation, signature, order, recipientProof, msg.value);
        emit SolverNativeTransfer(terms.recipient, msg.value);
    }

    /// @dev Checks everything about an order that contains a call of `payAuthorized`.
    function _readAuthorizedFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) internal view returns (Terms memory terms) {
        terms = _readOrder(attestation, signature, order);
        _readAuthorized(terms, order.output);
        _checkAttestedRecipient(attestation.destinationUser, terms.recipient);
        _checkTerms(terms, recipientProof);
    }

    /// @dev Reads and checks what both ways of filling share.
    function _readOrder(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order
    ) private view returns (Terms memory terms) {
        terms.solver = _recoverSolver(SolverAttestation.digest(attestation), signature);
        terms.originChainId = attestation.originChainId;
        terms.originUser = attestation.originUser;
        terms.originCurrency = attestation.originCurrency;
        _match("solver", Orders.readProof(order, terms), _padded(terms.solver));
        _checkDestination(attestation.destinationChainId, terms.chainNameHash);
        _checkOrigin(terms.originChainId, terms.originCurrency, attestation.originAmount);
        _checkRequestId(attestation.requestId, terms.id);
    }
}
