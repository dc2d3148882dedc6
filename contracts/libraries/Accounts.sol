// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Accounts
/// @notice What the policy says of an address: whether it may be paid, and whether it must never be paid or called.
/// @dev One slot for an address, since a payment asks all of it. An empty list allows nobody.
library Accounts {
    struct Flags {
        bool recipient;
        bool hook;
        bool router;
        bool reserved;
    }

    struct State {
        mapping(address account => Flags) flags;
    }

    /// @notice Sets what `account` is as a recipient. Returns whether that changes one that was allowed before.
    function setRecipient(
        State storage self,
        address account,
        bool allowed,
        bool hook
    ) internal returns (bool narrowed) {
        Flags storage flags = self.flags[account];
        narrowed = flags.recipient && (!allowed || hook != flags.hook);
        flags.recipient = allowed;
        flags.hook = hook;
    }
}
