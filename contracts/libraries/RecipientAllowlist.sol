// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title RecipientAllowlist
/// @notice Allowed recipients, some with a hook. An empty list allows nobody.
library RecipientAllowlist {
    struct Entry {
        bool allowed;
        bool hook;
    }

    struct State {
        mapping(address recipient => Entry) entries;
    }

    /// @notice Sets an entry. Returns whether that changes an entry that was allowed before.
    function set(State storage self, address recipient, bool allowed, bool hook) internal returns (bool narrowed) {
        Entry memory old = self.entries[recipient];
        narrowed = old.allowed && (!allowed || hook != old.hook);
        self.entries[recipient] = Entry({allowed: allowed, hook: hook});
    }

    /// @notice Returns an entry; not allowed when there is none.
    function get(State storage self, address recipient) internal view returns (Entry memory) {
        return self.entries[recipient];
    }
}
