// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {IFillVerifier} from "../interfaces/IFillVerifier.sol";
import {Attestation} from "../types/Attestation.sol";

/// @title SolverAttestation
/// @notice Rebuilds the digest that a solver signed over a request, and recovers the signer.
/// @dev Rule: keccak256 of the seven `Attestation` words in order, then the ERC-191 prefix for 32 bytes.
/// Source: the service's signature operation. Twins: src/attestation/hashAttestation.ts, recoverSolver.ts.
/// @dev Accepts 65 bytes (r, s, v) with v 27 or 28, or 64 bytes (ERC-2098); s in the lower half; r and s not zero.
/// @dev Warning: the digest names no contract and no deadline. Replay and expiry are the caller's to check.
/// Both forms of one signature are valid: never use a signature as an identifier.
library SolverAttestation {
    /// @notice Returns the hash of `a`, before the ERC-191 prefix.
    function hash(Attestation calldata a) internal pure returns (bytes32) {
        // Every member is one static word, so `abi.encode` adds no offset and no length.
        return keccak256(abi.encode(a));
    }

    /// @notice Returns the digest that the solver's signature covers.
    function digest(Attestation calldata a) internal pure returns (bytes32) {
        return MessageHashUtils.toEthSignedMessageHash(hash(a));
    }

    /// @notice Returns who signed `a`. Reverts with `InvalidSignature`.
    function recover(Attestation calldata a, bytes calldata signature) internal pure returns (address signer) {
        bytes32 signed = digest(a);
        signer = tryRecover(signed, signature);
        if (signer == address(0)) revert IFillVerifier.InvalidSignature(signed, signature);
    }

    /// @notice Returns who signed `signed`, or zero if the signature is malformed or recovers nobody.
    function tryRecover(bytes32 signed, bytes calldata signature) internal pure returns (address signer) {
        if (signature.length == 64) {
            (signer, , ) = ECDSA.tryRecover(signed, bytes32(signature[:32]), bytes32(signature[32:]));
        } else {
            (signer, , ) = ECDSA.tryRecoverCalldata(signed, signature);
        }
    }
}
