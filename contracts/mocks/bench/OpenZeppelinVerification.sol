// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISolverPolicy} from "../../interfaces/ISolverPolicy.sol";
import {OpenZeppelinAttestation} from "./OpenZeppelinAttestation.sol";
import {Attestation} from "../../types/Attestation.sol";

/// @title OpenZeppelinVerification
/// @notice Only verifies, with `OpenZeppelinAttestation`. For the gas comparison.
contract OpenZeppelinVerification {
    address private immutable _solver;

    constructor(address solver) {
        _solver = solver;
    }

    /// @notice Reverts unless the solver signed `a`.
    function verify(Attestation calldata a, bytes calldata signature) external view {
        bytes32 signed = OpenZeppelinAttestation.digest(a);
        address signer = OpenZeppelinAttestation.tryRecover(signed, signature);
        if (signer == address(0)) revert ISolverPolicy.InvalidSignature(signed, signature);
        if (signer != _solver) revert ISolverPolicy.UnknownSolver(signer, 0, 0);
    }
}
