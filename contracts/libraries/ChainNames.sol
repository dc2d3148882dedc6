// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ChainNames
/// @notice The names that orders give to chains: one name to one id, and back; and which of them have EVM addresses.
/// @dev Names match byte for byte, and only their hashes are kept. Id 0 is no chain.
library ChainNames {
    /// @notice The name or the id already belongs to another pair, whose other half is `nameHash` or `chainId`.
    error ChainNameTaken(uint256 chainId, bytes32 nameHash);

    struct State {
        mapping(bytes32 nameHash => uint256) ids;
        mapping(uint256 chainId => bytes32) nameHashes;
        mapping(uint256 chainId => bool) isEvm;
    }

    /// @notice Pairs `name` with `chainId`; 0 removes the name, and with it the pair. Returns whether `name` had a chain before.
    /// @dev A name or an id that is taken is refused: a slip would else make one chain pass for another.
    /// Remove the old pair first.
    function set(State storage self, string memory name, uint256 chainId, bool isEvm) internal returns (bool known) {
        bytes32 nameHash = keccak256(bytes(name));
        uint256 oldId = self.ids[nameHash];
        known = oldId != 0;
        if (chainId == 0) {
            delete self.nameHashes[oldId];
            delete self.isEvm[oldId];
            delete self.ids[nameHash];
            return known;
        }
        bytes32 oldHash = self.nameHashes[chainId];
        bool taken = oldHash != nameHash && (known || oldHash != bytes32(0));
        if (taken) revert ChainNameTaken(oldId, oldHash);
        self.ids[nameHash] = chainId;
        self.nameHashes[chainId] = nameHash;
        self.isEvm[chainId] = isEvm;
    }

    /// @notice Returns the id of the chain that orders call `name`; 0 for a name that is not known.
    function idOf(State storage self, string memory name) internal view returns (uint256) {
        return self.ids[keccak256(bytes(name))];
    }
}
