// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../../types/Attestation.sol";
import {Config} from "../../types/Config.sol";
import {OpenZeppelinAttestation} from "./OpenZeppelinAttestation.sol";
import {PlainReceiver} from "./PlainReceiver.sol";

/// @title OpenZeppelinReceiver
/// @notice The plain receiver, with signatures by `OpenZeppelinAttestation`.
/// @dev For the gas comparison.
contract OpenZeppelinReceiver is PlainReceiver {
    constructor(Config memory config) PlainReceiver(config) {}

    /// @inheritdoc PlainReceiver
    function _digest(Attestation calldata a) internal pure override returns (bytes32) {
        return OpenZeppelinAttestation.digest(a);
    }

    /// @inheritdoc PlainReceiver
    function _tryRecover(bytes32 digest, bytes calldata signature) internal pure override returns (address) {
        return OpenZeppelinAttestation.tryRecover(digest, signature);
    }
}
