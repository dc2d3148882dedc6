// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title Accounts
/// @notice Per address: whether it may be paid, and whether it must never be paid.
/// @dev One slot for each address, because a payment reads all of it; and one for a list of any length, of which only the
/// root of a Merkle tree is stored. Empty lists allow no one.
library Accounts {
    uint256 internal constant RECIPIENT = 1 << 0;
    uint256 internal constant HOOK = 1 << 1;
    uint256 internal constant ROUTER = 1 << 2;
    uint256 internal constant RESERVED = 1 << 3;

    struct State {
        mapping(address account => uint256) flags;
        bytes32 recipientRoot;
    }

    /// @notice Sets those flags of `account` that `mask` names. Returns those that it had.
    function set(State storage self, address account, uint256 mask, uint256 value) internal returns (uint256 old) {
        uint256 flags = self.flags[account];
        self.flags[account] = (flags & ~mask) | value;
        return flags & mask;
    }

    /// @notice Returns the flags of a recipient that `proof` shows in the tree; none when it shows nothing.
    /// @dev `proof` is the recipient's hook flag as a word, then the path.
    function provedFlags(
        State storage self,
        address recipient,
        bytes32[] calldata proof
    ) internal view returns (uint256) {
        bytes32 root = self.recipientRoot;
        if (root == bytes32(0) || uint256(proof[0]) > 1) return 0;
        if (MerkleProof.processProofCalldata(proof[1:], _leaf(recipient, proof[0])) != root) return 0;
        return proof[0] == bytes32(0) ? RECIPIENT : RECIPIENT | HOOK;
    }

    /// @notice Returns whether `account` is a contract. An EOA that delegates to one (EIP-7702) has 23 bytes of code,
    /// 0xef0100 and an address, and does not count as a contract.
    function isContract(address account) internal view returns (bool result) {
        assembly ("memory-safe") {
            let size := extcodesize(account)
            result := gt(size, 0)
            if eq(size, 23) {
                mstore(0x00, 0)
                extcodecopy(account, 0x00, 0, 3)
                result := iszero(eq(mload(0x00), shl(232, 0xef0100)))
            }
        }
    }

    /// @dev Hashed twice, as in OpenZeppelin's trees, so that no inner node passes for a leaf. Bound to the chain and
    /// the contract, so that one tree's proof means nothing to another receiver.
    function _leaf(address recipient, bytes32 hook) private view returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(block.chainid, address(this), recipient, hook))));
    }
}
