// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DirectFills} from "../DirectFills.sol";
import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";
import {OrderEvidence} from "./OrderEvidence.sol";

/// @title AttestedOrders
/// @notice Evidence of services whose attested request id is the order id: one signature covers the whole order.
/// @dev Trust: the origin (chain, user and currency) comes from the attestation, everything else from the order. Both are
/// signed by the solver that the order names.
abstract contract AttestedOrders is OrderEvidence, DirectFills {
    /// @dev Checks everything about an order that names this contract as its fill contract, and marks the order paid. The
    /// calling function must then move the payment: `amount` of the token, or the message's value if the currency is native.
    /// @dev Warning: emits nothing, and does not measure the tokens that arrive. `_deliverWithinTokenRangeAndReport` does
    /// both. A token must be delivered, not kept: see `_acceptDirect`.
    function _acceptUnmeasured(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory terms) {
        terms = _readOrder(attestation, signature, order);
        _readDirect(terms, order.output);
        _checkAttestedRecipient(attestation.destinationUser, terms.recipient);
        _readRecipient(terms, recipientProof);
        _acceptDirect(terms, amount);
    }

    /// @dev Runs `_acceptUnmeasured` for an order in native currency. The payment is the message's value. Emits
    /// `SolverNativeTransfer`; without this event the service does not repay the solver.
    // slither-disable-next-line dead-code,msg-value-in-nonpayable
    function _acceptNativeAndReport(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) internal returns (Terms memory terms) {
        // This refuses an order in a token: the value would have to be zero, but the amount, which is the value, must not be
        // zero.
        terms = _acceptUnmeasured(attestation, signature, order, recipientProof, msg.value);
        emit SolverNativeTransfer(terms.recipient, msg.value);
    }

    /// @dev Checks everything about an order that contains a call of `payAuthorized`. Returns the call's terms and the order
    /// id.
    function _readAuthorizedFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) internal view returns (Terms memory terms, bytes32 orderId) {
        terms = _readOrder(attestation, signature, order);
        orderId = terms.id;
        _readAuthorized(terms, order.output);
        _checkAttestedRecipient(attestation.destinationUser, terms.recipient);
        _readRecipient(terms, recipientProof);
    }

    /// @dev Reads and checks the part of the evidence that direct and authorized fills share.
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
