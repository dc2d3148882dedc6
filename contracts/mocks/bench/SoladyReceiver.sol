// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../../types/Attestation.sol";
import {Config} from "../../types/Config.sol";
import {SoladyAttestation} from "./SoladyAttestation.sol";
import {PlainReceiver} from "./PlainReceiver.sol";

/// @title SoladyReceiver
/// @notice The plain receiver, with signatures by `SoladyAttestation`.
/// @dev For the gas comparison.
contract SoladyReceiver is PlainReceiver {
    constructor(Config memory config) PlainReceiver(config) {}

    /// @inheritdoc PlainReceiver
    function _digest(Attestation calldata a) internal pure override returns (bytes32) {
        return SoladyAttestation.digest(a);
    }

    /// @inheritdoc PlainReceiver
    function _tryRecover(bytes32 digest, bytes calldata signature) internal view override returns (address) {
        return SoladyAttestation.tryRecover(digest, signature);
    }
}
