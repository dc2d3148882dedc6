// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";

/// @title IRegisteredTermsEvidence
/// @notice The errors and views of a registrar's signed terms.
interface IRegisteredTermsEvidence {
    /// @notice The signer of the terms is not a registrar now. `signer` is zero if the signature recovers no address. A valid
    /// signature is 65 bytes with v 27 or 28, or 64 bytes (ERC-2098), and has a low s.
    error InvalidTermsSignature(bytes32 digest, address signer);

    /// @notice Returns the request that a call was authorized for, or zero if no evidence was presented.
    /// @param callHash The hash of the call, as `IFillSettlement.hashPayment` returns it.
    function requestOf(bytes32 callHash) external view returns (bytes32 requestId);

    /// @notice Returns the digest that a registrar signs for an attestation.
    /// @param attestation The attestation of the request.
    /// @param registered The terms to sign.
    function hashRegisteredTerms(
        Attestation calldata attestation,
        RegisteredTerms calldata registered
    ) external view returns (bytes32);
}
