// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "solady/src/utils/ECDSA.sol";

import {Attestation} from "../../types/Attestation.sol";

/// @title SoladyAttestation
/// @notice Recovers an attestation's signer as a contract developer would with Solady's library.
/// @dev For the gas comparison. Solady accepts 65 and 64 bytes, but does not check s, so anyone can derive a second valid
/// signature. This library adds the check of s that `SolverAttestation` makes.
library SoladyAttestation {
    /// @dev The largest s that is not malleable.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @notice Returns the digest that the solver's signature covers.
    function digest(Attestation calldata a) internal pure returns (bytes32) {
        bytes memory words = abi.encodePacked(
            a.requestId,
            a.originChainId,
            a.originUser,
            a.originCurrency,
            a.originAmount,
            a.destinationChainId,
            a.destinationUser
        );
        return ECDSA.toEthSignedMessageHash(keccak256(words));
    }

    /// @notice Returns the signer of `signed`, or zero.
    function tryRecover(bytes32 signed, bytes calldata signature) internal view returns (address signer) {
        // Solady refuses lengths other than 64 and 65. Both are long enough for s.
        if (signature.length < 64) return address(0);
        uint256 s = uint256(bytes32(signature[32:64]));
        // In 64 bytes the top bit of s is v.
        if (signature.length == 64) s &= type(uint256).max >> 1;
        if (s > HALF_ORDER) return address(0);
        return ECDSA.tryRecoverCalldata(signed, signature);
    }
}
