// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {EIP712Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/EIP712Upgradeable.sol";

import {DirectFills} from "../DirectFills.sol";
import {IRegisteredTermsEvidence} from "../interfaces/IRegisteredTermsEvidence.sol";
import {Payments} from "../libraries/Payments.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {Payment} from "../types/Payment.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";
import {Terms} from "../types/Terms.sol";

/// @title RegisteredTermsEvidence
/// @notice Evidence of services that have no order. The solver attests the request, and a registrar of the integrator states
/// the terms that the attestation lacks.
/// @dev The registrar signs EIP-712 typed data with domain `fillproof`, version `1`, the current chain id and this contract.
/// The signer must hold the registrar's role when the signature is used. Twin: src/protocol/registrar/registrarTypedData.ts.
/// @dev Trust: only the registrar vouches for the token, the amounts and the deadline. The recipient must also be the
/// attested one. The terms are bound to the whole attestation. If a registrar signs two sets of terms for one request, the
/// payer chooses between them. The request is still paid once, and a call that was authorized for it can't be authorized for
/// another request.
abstract contract RegisteredTermsEvidence is DirectFills, EIP712Upgradeable, IRegisteredTermsEvidence {
    /// @custom:storage-location erc7201:fillproof.storage.RegisteredTermsEvidence
    struct RegisteredTermsEvidenceStorage {
        mapping(bytes32 callHash => bytes32 requestId) requestOf;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.RegisteredTermsEvidence")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant REGISTERED_TERMS_EVIDENCE_STORAGE =
        0xff2821dc49b7839a491788ac6cc1791d19a04d4f3c09bf82463b3c6c4234bf00;

    /// @notice May sign the terms of requests.
    bytes32 public constant REGISTRAR_ROLE = keccak256("fillproof.REGISTRAR_ROLE");

    bytes32 private constant TERMS_TYPEHASH = keccak256(
        "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,"
        "address recipient,uint48 deadline,bytes32 authorizedCall)"
    );

    /// @dev Grants the registrar's role to each of `registrars`.
    function __RegisteredTermsEvidence_init(address[] calldata registrars) internal onlyInitializing {
        __EIP712_init("fillproof", "1");
        for (uint256 i = 0; i < registrars.length; ++i) {
            _grantFirst(REGISTRAR_ROLE, registrars[i], "registrar");
        }
    }

    /// @inheritdoc IRegisteredTermsEvidence
    function hashRegisteredTerms(
        Attestation calldata attestation,
        RegisteredTerms calldata registered
    ) public view returns (bytes32) {
        bytes32 authorizedCall;
        if (registered.authorizedCall.length != 0) {
            (bool ok, Payment calldata payment) = Payments.tryDecode(registered.authorizedCall);
            if (!ok) revert WrongFillContract("", 1, address(this));
            authorizedCall = Payments.hash(payment, address(this));
        }
        return _hashTerms(attestation, registered, authorizedCall);
    }

    /// @dev Checks everything about a request whose terms are for a direct fill, and marks the request paid. The calling
    /// function must then move the payment: `amount` of the token, or the message's value if the currency is native.
    /// @dev Warning: emits nothing, and does not measure the tokens that arrive. `_deliverWithinTokenRange` does both.
    function _acceptUnmeasured(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory terms) {
        if (registered.authorizedCall.length != 0) revert WrongFillContract("", 1, address(this));
        terms = _readTerms(attestation, signature, registered);
        _checkRegistrar(_hashTerms(attestation, registered, bytes32(0)), termsSignature);
        _readRecipient(terms, recipientProof);
        _acceptDirect(terms, amount);
    }

    /// @dev Checks everything about a request whose terms name a call of `payAuthorized`. Returns the call's terms and the
    /// request id.
    function _readAuthorizedFill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof
    ) internal view returns (Terms memory terms, bytes32 requestId) {
        terms = _readTerms(attestation, signature, registered);
        requestId = terms.id;
        (bool ok, Payment calldata payment) = Payments.tryDecode(registered.authorizedCall);
        if (!ok) revert WrongFillContract("", registered.authorizedCall.length == 0 ? 0 : 1, address(this));
        _match("token", _padded(payment.token), _padded(terms.token));
        _match("minimum", bytes32(payment.minimum), bytes32(terms.minimum));
        _match("maximum", bytes32(payment.maximum), bytes32(terms.maximum));
        _match("recipient", _padded(payment.recipient), _padded(terms.recipient));
        _checkCall(terms, payment);
        _readCall(terms, payment);
        bytes32 linked = requestOf(terms.id);
        if (linked != bytes32(0)) _match("requestId", requestId, linked);
        _checkRegistrar(_hashTerms(attestation, registered, terms.id), termsSignature);
        _checkTokenRange(terms.token, terms.minimum, terms.maximum);
        _readRecipient(terms, recipientProof);
    }

    /// @dev Stores the request of an authorized call. Call it only after `_authorize`.
    function _linkRequest(bytes32 callHash, bytes32 requestId) internal {
        _registeredTermsEvidenceStorage().requestOf[callHash] = requestId;
    }

    /// @notice Revokes a role. Revoking the registrar's role makes authorizations stale, even if the account has already
    /// renounced the role.
    /// @param role The role.
    /// @param account The account that loses it.
    function revokeRole(bytes32 role, address account) public virtual override {
        super.revokeRole(role, account);
        if (role == REGISTRAR_ROLE) _raisePolicyEpoch();
    }

    /// @inheritdoc IRegisteredTermsEvidence
    function requestOf(bytes32 callHash) public view returns (bytes32) {
        return _registeredTermsEvidenceStorage().requestOf[callHash];
    }

    /// @dev Reads and checks the part of the evidence that direct and authorized fills share.
    function _readTerms(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered
    ) private view returns (Terms memory terms) {
        terms.id = attestation.requestId;
        terms.solver = _recoverSolver(SolverAttestation.digest(attestation), signature);
        terms.originChainId = attestation.originChainId;
        terms.originUser = attestation.originUser;
        terms.originCurrency = attestation.originCurrency;
        // slither-disable-next-line unused-return
        (, terms.chainNameHash) = ownChain();
        terms.deadline = registered.deadline;
        terms.token = registered.token;
        terms.minimum = registered.minimum;
        terms.maximum = registered.maximum;
        terms.recipient = registered.recipient;
        _checkDestination(attestation.destinationChainId, terms.chainNameHash);
        _checkOrigin(terms.originChainId, terms.originCurrency, attestation.originAmount);
        _checkRequestId(terms.id, terms.id);
        _checkRange(terms.minimum, terms.maximum);
        _checkAttestedRecipient(attestation.destinationUser, terms.recipient);
    }

    function _checkRegistrar(bytes32 digest, bytes calldata signature) private view {
        address signer = SolverAttestation.tryRecover(digest, signature);
        if (signer == address(0) || !hasRole(REGISTRAR_ROLE, signer)) revert InvalidTermsSignature(digest, signer);
    }

    function _hashTerms(
        Attestation calldata attestation,
        RegisteredTerms calldata registered,
        bytes32 authorizedCall
    ) private view returns (bytes32) {
        bytes memory encoded = abi.encode(
            TERMS_TYPEHASH,
            SolverAttestation.hash(attestation),
            attestation.requestId,
            registered.token,
            registered.minimum,
            registered.maximum,
            registered.recipient,
            registered.deadline,
            authorizedCall
        );
        return _hashTypedDataV4(keccak256(encoded));
    }

    function _registeredTermsEvidenceStorage() private pure returns (RegisteredTermsEvidenceStorage storage $) {
        assembly {
            $.slot := REGISTERED_TERMS_EVIDENCE_STORAGE
        }
    }
}
