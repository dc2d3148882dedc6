// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {IRegisteredTermsEvidence} from "./IRegisteredTermsEvidence.sol";

/// @title IRegisteredTermsReceiver
/// @notice A receiver of attested requests whose other terms a registrar signed: for services that have no orders.
/// @dev The id that is paid once is the request id.
interface IRegisteredTermsReceiver is IFillVerifier, IFillSettlement, IRegisteredTermsEvidence {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    /// @param registrars The accounts that state the terms of requests.
    function initialize(Config calldata config, address[] calldata registrars) external;

    /// @notice Pays an attested request by the registered terms.
    /// @dev Native: msg.value equals `amount`. ERC-20: exactly `amount` is taken from the caller, and what arrived
    /// counts. All of it goes to the recipient.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param registered The terms that the registrar states.
    /// @param termsSignature The registrar's signature over them.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    /// @param amount The amount to pay, in the smallest unit of `registered.token`.
    /// @return delivered The amount that arrived and was passed on.
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable returns (uint256 delivered);

    /// @notice Remembers the call of `payAuthorized` that registered terms contain, so that any solver can make it.
    /// @dev Anyone may call this, also while paused, and again until the call is paid.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param registered The terms that the registrar states.
    /// @param termsSignature The registrar's signature over them.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof
    ) external;
}
