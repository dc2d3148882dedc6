// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title ExecutorClones
/// @notice Makes one executor for each fill, at an address that depends on nothing but the receiver, the id and the
/// recipient.
library ExecutorClones {
    /// @notice Makes the executor of a fill. Reverts if it exists.
    function deploy(address implementation, bytes32 id, address recipient) internal returns (address) {
        return Clones.cloneDeterministic(implementation, _salt(id, recipient));
    }

    /// @notice Returns where the executor of a fill is, or would be.
    function predict(address implementation, bytes32 id, address recipient) internal view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _salt(id, recipient));
    }

    /// @notice Returns the hash of every executor's code.
    function codeHash(address implementation) internal pure returns (bytes32) {
        return
            keccak256(abi.encodePacked(hex"363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"));
    }

    function _salt(bytes32 id, address recipient) private pure returns (bytes32) {
        return keccak256(abi.encode(id, recipient));
    }
}
