// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title PaidRequests
/// @notice Pays each id once and each authorized call once, and knows the call that an id led to.
/// @dev Ids are hashes: a bitmap would waste a slot on each, so these are plain mappings.
library PaidRequests {
    /// @notice An authorized call: the solver that attested it, and the policy epoch.
    /// @dev One slot, in which its payment is marked too, for good: a paid call is never authorized again.
    struct Call {
        address solver;
        uint64 policyEpoch;
        bool recipientHook;
        bool isPaid;
    }

    struct State {
        /// A whole word, which is written without being read.
        mapping(bytes32 id => uint256) paid;
        mapping(bytes32 id => bytes32 callHash) callOf;
        mapping(bytes32 callHash => Call) calls;
    }

    /// @notice Returns whether `id` was paid by itself.
    function isMarked(State storage self, bytes32 id) internal view returns (bool) {
        return self.paid[id] != 0;
    }

    /// @notice Returns whether `id`, of an order or of a call, was paid: by itself, or by the call that it led to.
    function isPaid(State storage self, bytes32 id) internal view returns (bool) {
        return isMarked(self, id) || self.calls[id].isPaid || self.calls[self.callOf[id]].isPaid;
    }

    /// @notice Marks `id` paid, for good.
    function markPaid(State storage self, bytes32 id) internal {
        self.paid[id] = 1;
    }

    /// @notice Remembers that `id` led to `callHash`. Returns false if it was known.
    function link(State storage self, bytes32 id, bytes32 callHash) internal returns (bool added) {
        added = self.callOf[id] != callHash;
        if (added) self.callOf[id] = callHash;
    }
}
