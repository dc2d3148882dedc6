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
import {Terms, Way} from "./types/Terms.sol";

/// @title RegisteredTermsReceiver
/// @notice Accepts fills of attested requests whose terms a registrar signed, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract RegisteredTermsReceiver is RegisteredTermsEvidence, FillSettlement, IRegisteredTermsReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function initialize(Config memory config, address[] memory registrars) external initializer {
        __FillVerifier_init(config);
        __FillSettlement_init(config);
        __RegisteredTermsEvidence_init(registrars);
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function fill(
        Attestation calldata a,
        bytes calldata signature,
        RegisteredTerms calldata terms,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return _settle(_acceptDirectFill(a, signature, terms, termsSignature, recipientProof, amount));
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function authorizeFill(
        Attestation calldata a,
        bytes calldata signature,
        RegisteredTerms calldata terms,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        Terms memory t;
        _readEvidence(t, a, signature, terms, termsSignature, recipientProof, Way.Authorized);
        _authorize(t);
        _linkRequest(t);
    }

    /// @inheritdoc IRegisteredTermsReceiver
    function inspectFill(
        Attestation calldata a,
        bytes calldata signature,
        RegisteredTerms calldata terms,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        address payer,
        uint256 amount
    ) external view returns (uint256 failed) {
        Terms memory t;
        _readEvidence(t, a, signature, terms, termsSignature, recipientProof, Way.Either);
        return _inspectFill(t, payer, amount);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function _accept(Terms memory t) internal virtual override(FillVerifier, RegisteredTermsEvidence) {
        super._accept(t);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function _checkNotPaid(Terms memory t) internal view virtual override(FillVerifier, RegisteredTermsEvidence) {
        super._checkNotPaid(t);
    }

    /// @inheritdoc RegisteredTermsEvidence
    function _revokeRole(
        bytes32 role,
        address account
    ) internal virtual override(AccessControlUpgradeable, RegisteredTermsEvidence) returns (bool revoked) {
        return super._revokeRole(role, account);
    }
}
