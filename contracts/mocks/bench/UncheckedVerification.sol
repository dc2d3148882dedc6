// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../../types/Attestation.sol";

/// @title UncheckedVerification
/// @notice The call of the other verifications, without the verification: what it costs is theirs too.
/// @dev For the gas comparison.
contract UncheckedVerification {
    /// @notice Takes everything.
    function verify(Attestation calldata a, bytes calldata signature) external view {}
}
