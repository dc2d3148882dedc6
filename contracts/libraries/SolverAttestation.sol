// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISolverPolicy} from "../interfaces/ISolverPolicy.sol";
import {Attestation} from "../types/Attestation.sol";

/// @title SolverAttestation
/// @notice Rebuilds the digest that a solver signed over a request, and recovers the signer.
/// @dev The digest is the keccak256 of the seven `Attestation` words in order, hashed again with the ERC-191 prefix for 32
/// bytes. Source: the service's signature operation. Twins: src/protocol/attestation/hashAttestation.ts, recoverSolver.ts.
/// @dev Accepts 65 bytes (r, s, v) with v 27 or 28, or 64 bytes (ERC-2098); s in the lower half; r and s not zero.
/// @dev Assembly saves 550 gas. Fuzz tests compare it with the same rules on OpenZeppelin's libraries.
/// @dev Warning: the digest names no contract and no deadline. The caller must check replay and expiry. Both forms of one
/// signature are valid: never use a signature as an identifier.
library SolverAttestation {
    /// @dev "\x19Ethereum Signed Message:\n32", the ERC-191 prefix, in the upper 28 bytes.
    bytes32 private constant MESSAGE_PREFIX = "\x19Ethereum Signed Message:\n32";

    /// @dev The exclusive upper bound of s: half the order of secp256k1, rounded down, plus 1.
    uint256 private constant S_END = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1;

    /// @notice Returns the hash of `a`, before the ERC-191 prefix.
    function hash(Attestation calldata a) internal pure returns (bytes32 result) {
        // Every member is one static word, so calldata already has the form of `abi.encode`.
        assembly ("memory-safe") {
            let words := mload(0x40)
            calldatacopy(words, a, 0xe0)
            result := keccak256(words, 0xe0)
        }
    }

    /// @notice Returns the digest that the solver's signature covers.
    function digest(Attestation calldata a) internal pure returns (bytes32 result) {
        assembly ("memory-safe") {
            let words := mload(0x40)
            calldatacopy(words, a, 0xe0)
            mstore(0x00, MESSAGE_PREFIX)
            mstore(0x1c, keccak256(words, 0xe0))
            result := keccak256(0x00, 0x3c)
        }
    }

    /// @notice Returns the signer of `a`. Reverts with `InvalidSignature` if the signature is malformed or recovers no
    /// address.
    function recover(Attestation calldata a, bytes calldata signature) internal view returns (address signer) {
        bytes32 signed = digest(a);
        signer = tryRecover(signed, signature);
        if (signer == address(0)) revert ISolverPolicy.InvalidSignature(signed, signature);
    }

    /// @notice Returns the signer of `signed`, or zero if the signature is malformed or recovers no address.
    function tryRecover(bytes32 signed, bytes calldata signature) internal view returns (address signer) {
        assembly ("memory-safe") {
            let s := calldataload(add(signature.offset, 0x20))
            let v
            switch signature.length
            case 65 {
                v := byte(0, calldataload(add(signature.offset, 0x40)))
            }
            case 64 {
                // The top bit of s is v.
                v := add(27, shr(255, s))
                s := shr(1, shl(1, s))
            }
            // The precompile recovers no address if v is not 27 or 28, or if r or s is zero or too large. A high s sets v to
            // 0.
            v := mul(v, lt(s, S_END))
            let words := mload(0x40)
            mstore(words, signed)
            mstore(add(words, 0x20), v)
            mstore(add(words, 0x40), calldataload(signature.offset))
            mstore(add(words, 0x60), s)
            // If the precompile recovers no address, it returns nothing and the zero stays.
            mstore(0x00, 0)
            pop(staticcall(gas(), 1, words, 0x80, 0x00, 0x20))
            signer := mload(0x00)
        }
    }
}
