// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {Attestation} from "../../types/Attestation.sol";
import {GuardConfig} from "../../types/GuardConfig.sol";
import {OpenZeppelinAttestation} from "./OpenZeppelinAttestation.sol";
import {PlainGuard} from "./PlainGuard.sol";

/// @title OpenZeppelinGuard
/// @notice The plain guard, with signatures by `OpenZeppelinAttestation`.
/// @dev For the gas comparison.
contract OpenZeppelinGuard is PlainGuard {
    constructor(GuardConfig memory config) PlainGuard(config) {}

    /// @inheritdoc PlainGuard
    function _digest(Attestation calldata a) internal pure override returns (bytes32) {
        return OpenZeppelinAttestation.digest(a);
    }

    /// @inheritdoc PlainGuard
    function _toSigned(bytes32 id) internal pure override returns (bytes32) {
        return MessageHashUtils.toEthSignedMessageHash(id);
    }

    /// @inheritdoc PlainGuard
    function _tryRecover(bytes32 digest, bytes calldata signature) internal pure override returns (address) {
        return OpenZeppelinAttestation.tryRecover(digest, signature);
    }
}
