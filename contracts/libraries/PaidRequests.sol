// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title PaidRequests
/// @notice Pays each id once, and knows the authorised call that an id led to.
/// @dev Ids are hashes: a bitmap would waste a slot on each, so this is a plain mapping.
library PaidRequests {
    struct State {
        mapping(bytes32 id => bool) paid;
        mapping(bytes32 id => bytes32 callHash) callOf;
    }

    /// @notice Tells whether `id` or its call was paid.
    function isPaid(State storage self, bytes32 id) internal view returns (bool) {
        return self.paid[id] || self.paid[self.callOf[id]];
    }

    /// @notice Marks `id` paid, for good.
    function markPaid(State storage self, bytes32 id) internal {
        self.paid[id] = true;
    }

    /// @notice Remembers that `id` led to `callHash`. Returns false if it was known.
    function link(State storage self, bytes32 id, bytes32 callHash) internal returns (bool added) {
        added = self.callOf[id] != callHash;
        if (added) self.callOf[id] = callHash;
    }
}
