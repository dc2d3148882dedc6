// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title PaidRecipients
/// @notice Stores which recipients may be paid on which chain, for any form of address.
/// @dev The key is the hash of the address's bytes: the 20 bytes of an address and the same address left-padded to 32 bytes
/// are two entries. An empty list allows no one.
library PaidRecipients {
    struct State {
        mapping(uint256 chainId => mapping(bytes32 recipientHash => bool)) allowed;
    }

    /// @notice Allows or removes a recipient.
    function set(State storage self, uint256 chainId, bytes calldata recipient, bool allowed) internal {
        self.allowed[chainId][keccak256(recipient)] = allowed;
    }

    /// @notice Returns whether the recipient is on the list.
    function isAllowed(State storage self, uint256 chainId, bytes calldata recipient) internal view returns (bool) {
        return self.allowed[chainId][keccak256(recipient)];
    }

    /// @notice Returns the word that stands for an address in an attestation: 20 bytes are left-padded, 32 bytes are
    /// unchanged, and other lengths are hashed.
    function toWord(bytes calldata account) internal pure returns (bytes32) {
        if (account.length == 20) return bytes32(uint256(uint160(bytes20(account))));
        return account.length == 32 ? bytes32(account) : keccak256(account);
    }
}
