// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../../types/Attestation.sol";

/// @title UncheckedVerification
/// @notice Has the same call as the other verifications, without verifying. Its gas cost is part of theirs.
/// @dev For the gas comparison.
contract UncheckedVerification {
    /// @notice Accepts everything.
    function verify(Attestation calldata a, bytes calldata signature) external view {}
}
