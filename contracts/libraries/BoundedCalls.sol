// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title BoundedCalls
/// @notice Calls without copying more than 256 bytes of what comes back.
/// @dev A callee that returns megabytes would make its caller pay for the memory.
library BoundedCalls {
    /// @notice Calls `target`; returns whether it succeeded, and at most 256 bytes of its return data.
    /// @dev Warning: succeeds for an account without code.
    function tryCall(
        address target,
        uint256 value,
        bytes memory data
    ) internal returns (bool ok, bytes memory returned) {
        assembly ("memory-safe") {
            ok := call(gas(), target, value, add(data, 0x20), mload(data), 0, 0)
            let size := returndatasize()
            if gt(size, 256) {
                size := 256
            }
            // Without return data this stays the empty value.
            if size {
                returned := mload(0x40)
                mstore(0x40, add(returned, 0x120))
                mstore(returned, size)
                returndatacopy(add(returned, 0x20), 0, size)
            }
        }
    }
}
