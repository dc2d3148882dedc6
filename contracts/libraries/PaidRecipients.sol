// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title PaidRecipients
/// @notice Who may be paid on which chain, whatever the form of the chain's addresses.
/// @dev An address is kept under a word: 20 bytes left-padded, 32 bytes as they are, anything else hashed. With the
/// word goes the length, so that no one can pass an address off as the hash of another. An empty list allows no one.
library PaidRecipients {
    struct State {
        mapping(uint256 chainId => mapping(bytes32 word => uint256 length)) lengths;
    }

    /// @notice Allows or removes a recipient.
    function set(State storage self, uint256 chainId, bytes calldata recipient, bool allowed) internal {
        self.lengths[chainId][toWord(recipient)] = allowed ? recipient.length : 0;
    }

    /// @notice Returns whether the recipient of this word and length is on the list; empty bytes never are.
    function isAllowed(State storage self, uint256 chainId, bytes32 word, uint256 length) internal view returns (bool) {
        return length != 0 && self.lengths[chainId][word] == length;
    }

    /// @notice Returns the word that stands for an address.
    function toWord(bytes calldata account) internal pure returns (bytes32) {
        if (account.length == 20) return bytes32(uint256(uint160(bytes20(account))));
        return account.length == 32 ? bytes32(account) : keccak256(account);
    }
}
