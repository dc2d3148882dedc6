// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISolverPolicy} from "../../interfaces/ISolverPolicy.sol";
import {SolverAttestation} from "../../libraries/SolverAttestation.sol";
import {Attestation} from "../../types/Attestation.sol";

/// @title FillproofVerification
/// @notice Only verifies, with `SolverAttestation`. For the gas comparison.
contract FillproofVerification {
    address private immutable _solver;

    constructor(address solver) {
        _solver = solver;
    }

    /// @notice Reverts unless the solver signed `a`.
    function verify(Attestation calldata a, bytes calldata signature) external view {
        address signer = SolverAttestation.recover(a, signature);
        if (signer != _solver) revert ISolverPolicy.UnknownSolver(signer, 0, 0);
    }
}
