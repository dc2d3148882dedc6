// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title ExecutorClones
/// @notice Makes one executor for each fill, at an address that depends on nothing but the receiver, the id and the
/// recipient.
library ExecutorClones {
    /// @dev A clone's code begins with these ten bytes, then the implementation.
    bytes10 private constant PREFIX = 0x363d3d373d3d3d363d73;

    /// @notice Makes the executor of a fill. Reverts if it exists.
    function deploy(address implementation, bytes32 id, address recipient) internal returns (address) {
        return Clones.cloneDeterministic(implementation, _salt(id, recipient));
    }

    /// @notice Returns where the executor of a fill is, or would be.
    function predict(address implementation, bytes32 id, address recipient) internal view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _salt(id, recipient));
    }

    /// @notice Tells whether `account` is a clone of `implementation`, of any fill.
    function isClone(address account, address implementation) internal view returns (bool) {
        bytes32 head;
        assembly ("memory-safe") {
            mstore(0, 0)
            extcodecopy(account, 0, 0, 30)
            head := mload(0)
        }
        return bytes30(head) == bytes30(abi.encodePacked(PREFIX, implementation));
    }

    function _salt(bytes32 id, address recipient) private pure returns (bytes32) {
        return keccak256(abi.encode(id, recipient));
    }
}
