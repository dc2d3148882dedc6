// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {EIP712Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/EIP712Upgradeable.sol";

import {IRegisteredTermsEvidence} from "../interfaces/IRegisteredTermsEvidence.sol";
import {Failures} from "../libraries/Failures.sol";
import {FillChecks} from "../libraries/FillChecks.sol";
import {PaidRequests} from "../libraries/PaidRequests.sol";
import {Payments} from "../libraries/Payments.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {Payment} from "../types/Payment.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";
import {Terms, Way} from "../types/Terms.sol";
import {FillEvidence} from "./FillEvidence.sol";

/// @title RegisteredTermsEvidence
/// @notice Evidence of services that have no order: the solver attests the request, and a registrar of the integrator
/// states the terms that the attestation lacks.
/// @dev Rule: EIP-712 typed data, domain `fillproof`, version `1`, the live chain id, this contract. Signed by an
/// account that holds the registrar's role when the signature is used. Twin: src/protocol/registrar/registrarTypedData.ts.
/// @dev Trust: minimum, recipient and deadline are the registrar's word alone. The terms of one request are
/// bound to its whole attestation; a registrar that states two terms for one request lets the payer choose. The
/// request is paid once, whichever they are, and a call that was authorized for it can't be another request's too.
abstract contract RegisteredTermsEvidence is FillEvidence, EIP712Upgradeable, IRegisteredTermsEvidence {
    using PaidRequests for PaidRequests.State;

    /// @custom:storage-location erc7201:fillproof.storage.RegisteredTermsEvidence
    struct RegisteredTermsEvidenceStorage {
        mapping(bytes32 callHash => bytes32 requestId) requestOf;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.RegisteredTermsEvidence")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant REGISTERED_TERMS_EVIDENCE_STORAGE =
        0xff2821dc49b7839a491788ac6cc1791d19a04d4f3c09bf82463b3c6c4234bf00;

    /// @notice States the terms of requests.
    bytes32 public constant REGISTRAR_ROLE = keccak256("fillproof.REGISTRAR_ROLE");

    bytes32 private constant TERMS_TYPEHASH = keccak256(
        "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,"
        "address recipient,uint48 deadline,bytes32 authorizedCall)"
    );

    /// @dev Names the registrars.
    function __RegisteredTermsEvidence_init(address[] memory registrars) internal onlyInitializing {
        __EIP712_init("fillproof", "1");
        for (uint256 i = 0; i < registrars.length; ++i) {
            if (registrars[i] == address(0)) revert InvalidConfig("registrar");
            _grantRole(REGISTRAR_ROLE, registrars[i]);
        }
    }

    /// @inheritdoc IRegisteredTermsEvidence
    function hashRegisteredTerms(Attestation calldata a, RegisteredTerms calldata terms) public view returns (bytes32) {
        bytes32 authorizedCall;
        if (terms.authorizedCall.length != 0) {
            (bool ok, Payment calldata p) = Payments.tryDecode(terms.authorizedCall);
            if (!ok) revert WrongFillContract("", 1, address(this));
            authorizedCall = Payments.hash(p, address(this));
        }
        return _hashTerms(a, terms, authorizedCall);
    }

    /// @dev Reads the evidence of a fill into `t`.
    function _readEvidence(
        Terms memory t,
        Attestation calldata a,
        bytes calldata signature,
        RegisteredTerms calldata terms,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        Way way
    ) internal view {
        _readAttestation(t, a, signature);
        t.id = a.requestId;
        (, t.chainNameHash) = ownChain();
        t.deadline = terms.deadline;
        t.token = terms.token;
        t.minimum = terms.minimum;
        t.maximum = terms.maximum;
        t.recipient = terms.recipient;

        bool direct = terms.authorizedCall.length == 0;
        if (way == (direct ? Way.Authorized : Way.Direct)) _failFillContract(t, "", direct ? 0 : 1);
        _matchRange(t, t.minimum, t.maximum);
        if (!direct) _readAuthorized(t, terms);
        _readRegistrar(t, _hashTerms(a, terms, t.callHash), termsSignature);
        t.recipientFlags = _recipientFlags(t.recipient, recipientProof);
    }

    /// @dev Checks everything about a request whose terms are for a direct fill, and marks it paid.
    /// The payment, `amount` and the message's value, is the caller's to move, after this.
    function _acceptDirectFill(
        Attestation calldata a,
        bytes calldata signature,
        RegisteredTerms calldata terms,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory t) {
        _readEvidence(t, a, signature, terms, termsSignature, recipientProof, Way.Direct);
        t.amount = amount;
        t.value = msg.value;
        _accept(t);
    }

    /// @dev Remembers the request of a call that was authorized. Only after `_authorize`.
    function _linkRequest(Terms memory t) internal {
        _registeredTermsEvidenceStorage().requestOf[t.callHash] = t.words.requestId;
    }

    /// @dev The payment of an authorized call is its request's.
    function _accept(Terms memory t) internal virtual override {
        super._accept(t);
        if (!t.authorized) return;
        _verifierStorage().requests.markPaid(_registeredTermsEvidenceStorage().requestOf[t.callHash]);
    }

    /// @dev Nor was the request paid by other terms.
    function _checkNotPaid(Terms memory t) internal view virtual override {
        super._checkNotPaid(t);
        if (t.callHash == bytes32(0)) return;
        bytes32 id = t.authorized ? _registeredTermsEvidenceStorage().requestOf[t.callHash] : t.id;
        if (_verifierStorage().requests.isMarked(id)) {
            _fail(t, FillChecks.DUPLICATE, Failures.encode(RequestAlreadyPaid.selector, uint256(id)));
        }
    }

    /// @dev What was authorized on a registrar's word ends with its role.
    function _revokeRole(bytes32 role, address account) internal virtual override returns (bool revoked) {
        revoked = super._revokeRole(role, account);
        if (revoked && role == REGISTRAR_ROLE) _raisePolicyEpoch();
    }

    /// @dev The call's arguments are the terms; each is checked against the other.
    function _readAuthorized(Terms memory t, RegisteredTerms calldata terms) private view {
        (bool ok, Payment calldata p) = Payments.tryDecode(terms.authorizedCall);
        if (!ok) {
            _failFillContract(t, "", 1);
            return;
        }
        _matchTerm(t, "token", _padded(p.token), _padded(t.token));
        _matchTerm(t, "minimum", bytes32(p.minimum), bytes32(t.minimum));
        _matchTerm(t, "maximum", bytes32(p.maximum), bytes32(t.maximum));
        _matchTerm(t, "recipient", _padded(p.recipient), _padded(t.recipient));
        _readPayment(t, p);
        bytes32 requestId = _registeredTermsEvidenceStorage().requestOf[t.callHash];
        if (requestId != bytes32(0)) _matchTerm(t, "requestId", t.words.requestId, requestId);
        t.amount = p.minimum;
        t.value = p.token == address(0) ? p.minimum : 0;
    }

    function _readRegistrar(Terms memory t, bytes32 digest, bytes calldata signature) private view {
        address signer = SolverAttestation.tryRecover(digest, signature);
        if (signer == address(0) || !hasRole(REGISTRAR_ROLE, signer)) {
            _failTerms(t, abi.encodeWithSelector(InvalidTermsSignature.selector, digest, signer));
        }
    }

    function _hashTerms(
        Attestation calldata a,
        RegisteredTerms calldata terms,
        bytes32 authorizedCall
    ) private view returns (bytes32) {
        bytes memory encoded = abi.encode(
            TERMS_TYPEHASH,
            SolverAttestation.hash(a),
            a.requestId,
            terms.token,
            terms.minimum,
            terms.maximum,
            terms.recipient,
            terms.deadline,
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
