// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../../types/Attestation.sol";

/// @title UncheckedVerification
/// @notice Has the same call as the other verifications, without verifying. The gas of this call is the part of their gas
/// that is not verification.
/// @dev For the gas comparison.
contract UncheckedVerification {
    /// @notice Accepts everything.
    function verify(Attestation calldata a, bytes calldata signature) external view {}
}
