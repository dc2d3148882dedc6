// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "solady/src/utils/ECDSA.sol";

import {Attestation} from "../../types/Attestation.sol";
import {GuardConfig} from "../../types/GuardConfig.sol";
import {SoladyAttestation} from "./SoladyAttestation.sol";
import {PlainGuard} from "./PlainGuard.sol";

/// @title SoladyGuard
/// @notice The plain guard, with signatures by `SoladyAttestation`.
/// @dev For the gas comparison.
contract SoladyGuard is PlainGuard {
    constructor(GuardConfig memory config) PlainGuard(config) {}

    /// @inheritdoc PlainGuard
    function _digest(Attestation calldata a) internal pure override returns (bytes32) {
        return SoladyAttestation.digest(a);
    }

    /// @inheritdoc PlainGuard
    function _toSigned(bytes32 id) internal pure override returns (bytes32) {
        return ECDSA.toEthSignedMessageHash(id);
    }

    /// @inheritdoc PlainGuard
    function _tryRecover(bytes32 digest, bytes calldata signature) internal view override returns (address) {
        return SoladyAttestation.tryRecover(digest, signature);
    }
}
