// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig} from "../types/Config.sol";

/// @title ChainNames
/// @notice Stores the names that orders give to chains, and which chains have EVM addresses. Each name has one id, and each
/// id one name.
/// @dev Names match byte for byte, and only their hashes are stored. Id 0 means no chain.
library ChainNames {
    /// @notice The name or the id already belongs to another pair. `chainId` is the id that the name has, or zero; `nameHash`
    /// is the hash of the name that the id has, or zero.
    error ChainNameTaken(uint256 chainId, bytes32 nameHash);

    /// @dev One slot.
    struct Chain {
        uint248 id;
        bool isEvm;
    }

    struct State {
        mapping(bytes32 nameHash => Chain) chains;
        mapping(uint256 chainId => bytes32) nameHashes;
    }

    /// @notice Returns the name of an invalid field, or zero.
    function findFault(ChainConfig memory config) internal pure returns (bytes32 field) {
        if (bytes(config.name).length == 0) return "name";
        if (config.chainId > type(uint248).max) return "chainId";
        if (config.chainId == 0 && config.isEvm) return "isEvm";
    }

    /// @notice Pairs `name` with `chainId`; id 0 removes the pair of `name`. Returns whether a pair was removed or the form
    /// of its addresses changed.
    /// @dev Refuses a name or an id that is taken. Otherwise a mistake could make one chain pass for another. Remove the old
    /// pair first.
    function set(State storage self, string memory name, uint256 chainId, bool isEvm) internal returns (bool narrowed) {
        bytes32 nameHash = keccak256(bytes(name));
        Chain storage chain = self.chains[nameHash];
        uint256 oldId = chain.id;
        bool known = oldId != 0;
        if (chainId == 0) {
            delete self.nameHashes[oldId];
            (chain.id, chain.isEvm) = (0, false);
            return known;
        }
        bytes32 oldHash = self.nameHashes[chainId];
        bool taken = oldHash != nameHash && (known || oldHash != bytes32(0));
        if (taken) revert ChainNameTaken(oldId, oldHash);
        narrowed = known && chain.isEvm != isEvm;
        (chain.id, chain.isEvm) = (uint248(chainId), isEvm);
        self.nameHashes[chainId] = nameHash;
    }

    /// @notice Returns the id of the chain whose name has this hash, and whether the chain has EVM addresses. Returns zeros
    /// if the name is not known.
    function get(State storage self, bytes32 nameHash) internal view returns (uint256 id, bool isEvm) {
        Chain storage chain = self.chains[nameHash];
        return (chain.id, chain.isEvm);
    }

    /// @notice Returns whether a chain has EVM addresses. Returns false if the chain has no name.
    function isEvmChain(State storage self, uint256 chainId) internal view returns (bool) {
        return self.chains[self.nameHashes[chainId]].isEvm;
    }
}
