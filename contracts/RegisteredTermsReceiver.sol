// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";

import {FillSettlement} from "./FillSettlement.sol";
import {FillVerifier} from "./FillVerifier.sol";
import {RegisteredTermsEvidence} from "./evidence/RegisteredTermsEvidence.sol";
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
    function initialize(Config calldata config, address[] calldata registrars) external initializer {
        __FillSettlement_init(config);
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
            _settleDirect(
                _acceptDirectFill(attestation, signature, registered, termsSignature, recipientProof, amount),
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
        Terms memory terms = _readAuthorizedFill(attestation, signature, registered, termsSignature, recipientProof);
        _authorize(terms);
        _linkRequest(terms);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function _accept(
        Terms memory terms,
        uint256 amount
    ) internal virtual override(FillVerifier, RegisteredTermsEvidence) {
        super._accept(terms, amount);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function _checkNotPaid(Terms memory terms) internal view virtual override(FillVerifier, RegisteredTermsEvidence) {
        super._checkNotPaid(terms);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function revokeRole(
        bytes32 role,
        address account
    ) public virtual override(AccessControlUpgradeable, RegisteredTermsEvidence) {
        super.revokeRole(role, account);
    }
}
