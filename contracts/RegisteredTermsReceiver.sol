// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";

import {DirectFills} from "./DirectFills.sol";
import {FillSettlement} from "./FillSettlement.sol";
import {RegisteredTermsEvidence} from "./evidence/RegisteredTermsEvidence.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {IRegisteredTermsReceiver} from "./interfaces/IRegisteredTermsReceiver.sol";
import {Attestation} from "./types/Attestation.sol";
import {Config} from "./types/Config.sol";
import {RegisteredTerms} from "./types/RegisteredTerms.sol";
import {Terms} from "./types/Terms.sol";

/// @title RegisteredTermsReceiver
/// @notice Accepts fills of attested requests whose terms a registrar signed, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract RegisteredTermsReceiver is RegisteredTermsEvidence, FillSettlement, IRegisteredTermsReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function initialize(Config memory config, address[] calldata registrars) external initializer {
        __FillDelivery_init(config);
        __RegisteredTermsEvidence_init(registrars);
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return
            _deliverWithinTokenRange(
                _acceptUnmeasured(attestation, signature, registered, termsSignature, recipientProof, amount),
                amount
            );
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        (Terms memory call, bytes32 requestId) = _readAuthorizedFill(
            attestation,
            signature,
            registered,
            termsSignature,
            recipientProof
        );
        _authorize(call, requestId);
        _linkRequest(call.id, requestId);
    }

    /// @inheritdoc IFillSettlement
    function isPaid(
        bytes32 id
    ) public view virtual override(DirectFills, FillSettlement, IFillSettlement) returns (bool) {
        return DirectFills.isPaid(id) || FillSettlement.isPaid(id);
    }

    /// @dev Also refuses a request that was already paid by other terms.
    function _checkCallNotPaid(bytes32 callHash, bytes32 requestId) internal view virtual override {
        super._checkCallNotPaid(callHash, requestId);
        _checkNotPaid(requestId);
    }

    /// @dev Also marks the request of an authorized call as paid. Reverts if the request was already paid by other terms.
    function _acceptCall(Terms memory terms, uint256 amount) internal virtual override {
        bytes32 requestId = requestOf(terms.id);
        _checkNotPaid(requestId);
        super._acceptCall(terms, amount);
        _markPaid(requestId);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function revokeRole(
        bytes32 role,
        address account
    ) public virtual override(AccessControlUpgradeable, RegisteredTermsEvidence) {
        super.revokeRole(role, account);
    }
}
