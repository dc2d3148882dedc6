// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

/// Memory that is not zero.
abstract contract DirtyMemory {
    /// Libraries may not count on zeros behind the memory in use.
    modifier inDirtyMemory() {
        assembly ("memory-safe") {
            let at := mload(0x40)
            for {
                let end := add(at, 0x600)
            } lt(at, end) {
                at := add(at, 0x20)
            } {
                mstore(at, not(0))
            }
        }
        _;
    }
}
