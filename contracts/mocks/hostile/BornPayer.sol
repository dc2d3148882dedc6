// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title BornPayer
/// @notice Makes one call from its constructor, while it has no code yet. A check of the account's code can't detect this.
/// @dev Warning: For tests. Hostile on purpose.
contract BornPayer {
    /// @notice Calls `target` with the whole value, and passes a failure on.
    constructor(address target, bytes memory data) payable {
        (bool ok, bytes memory reason) = target.call{value: msg.value}(data);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    /// @notice Accepts native currency.
    receive() external payable {}
}
