// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISolverPolicy} from "../../interfaces/ISolverPolicy.sol";
import {SoladyAttestation} from "./SoladyAttestation.sol";
import {Attestation} from "../../types/Attestation.sol";

/// @title SoladyVerification
/// @notice Only verifies, with `SoladyAttestation`. For the gas comparison.
contract SoladyVerification {
    address private immutable _solver;

    constructor(address solver) {
        _solver = solver;
    }

    /// @notice Reverts unless the solver signed `a`.
    function verify(Attestation calldata a, bytes calldata signature) external view {
        bytes32 signed = SoladyAttestation.digest(a);
        address signer = SoladyAttestation.tryRecover(signed, signature);
        if (signer == address(0)) revert ISolverPolicy.InvalidSignature(signed, signature);
        if (signer != _solver) revert ISolverPolicy.UnknownSolver(signer, 0, 0);
    }
}
