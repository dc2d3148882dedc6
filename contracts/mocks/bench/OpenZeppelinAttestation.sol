// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {Attestation} from "../../types/Attestation.sol";

/// @title OpenZeppelinAttestation
/// @notice Recovers an attestation's signer as a contract developer would with OpenZeppelin's libraries.
/// @dev For the gas comparison. Has the same rules as `SolverAttestation`: `parseCalldata` accepts 65 and 64 bytes.
/// `tryRecover` refuses high s, any v but 27 and 28, and signatures that recover no address.
library OpenZeppelinAttestation {
    /// @notice Returns the digest that the solver's signature covers.
    function digest(Attestation calldata a) internal pure returns (bytes32) {
        return MessageHashUtils.toEthSignedMessageHash(keccak256(abi.encode(a)));
    }

    /// @notice Returns the signer of `signed`, or zero.
    function tryRecover(bytes32 signed, bytes calldata signature) internal pure returns (address signer) {
        (uint8 v, bytes32 r, bytes32 s) = ECDSA.parseCalldata(signature);
        (signer, , ) = ECDSA.tryRecover(signed, v, r, s);
    }
}
