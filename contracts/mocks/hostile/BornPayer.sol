// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title BornPayer
/// @notice Makes one call while it has no code yet: what a look at an account's code can't see.
/// @dev Warning: For tests. Hostile on purpose.
contract BornPayer {
    /// @notice Calls `target` with all that came, and passes its failure on.
    constructor(address target, bytes memory data) payable {
        (bool ok, bytes memory reason) = target.call{value: msg.value}(data);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    /// @notice Takes native currency.
    receive() external payable {}
}
