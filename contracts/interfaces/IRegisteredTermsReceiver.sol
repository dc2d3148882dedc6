// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {IRegisteredTermsEvidence} from "./IRegisteredTermsEvidence.sol";

/// @title IRegisteredTermsReceiver
/// @notice A receiver for services without orders. The solver attests the request, and a registrar signs the other terms.
/// @dev Each request id is paid once.
interface IRegisteredTermsReceiver is IFillVerifier, IFillSettlement, IRegisteredTermsEvidence {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    /// @param registrars The accounts that state the terms of requests.
    function initialize(Config calldata config, address[] calldata registrars) external;

    /// @notice Pays an attested request by the registered terms.
    /// @dev Native: msg.value must equal `amount`. ERC-20: takes exactly `amount` from the caller, and counts the amount that
    /// arrives. All of it goes to the recipient.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param registered The terms that the registrar states.
    /// @param termsSignature The registrar's signature over them.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
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

    /// @notice Authorizes the call of `payAuthorized` in the registered terms. Any solver can then make the call.
    /// @dev Anyone may call this, even while paused, and again until the call is paid.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param registered The terms that the registrar states.
    /// @param termsSignature The registrar's signature over them.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        RegisteredTerms calldata registered,
        bytes calldata termsSignature,
        bytes32[] calldata recipientProof
    ) external;
}
