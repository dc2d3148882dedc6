// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// @title EvidenceHarness
/// @notice Plain formulas that the TypeScript of the evidence is held to, for tests.
contract EvidenceHarness {
    /// @notice Whether `recipientProof`, a hook flag and a Merkle path, proves `recipient` on the list of `root`.
    function isListed(
        bytes32 root,
        uint256 chainId,
        address receiver,
        address recipient,
        bytes32[] calldata recipientProof
    ) external pure returns (bool listed, bool hook) {
        if (uint256(recipientProof[0]) > 1) return (false, false);
        hook = recipientProof[0] == bytes32(uint256(1));
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(chainId, receiver, recipient, hook))));
        listed = MerkleProof.verifyCalldata(recipientProof[1:], root, leaf);
    }
}
