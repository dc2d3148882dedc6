// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ForcedSend
/// @notice Sends native currency to an account that can't refuse it.
/// @dev Warning: For tests. Hostile on purpose.
contract ForcedSend {
    /// @notice The currency could not be sent.
    error ForcedSendFailed(address to);

    /// @notice Sends the call's value to `to`, whose code does not run.
    function send(address to) external payable {
        // A contract that destroys itself in its constructor: PUSH20 `to`, SELFDESTRUCT.
        bytes memory code = abi.encodePacked(hex"73", to, hex"ff");
        address made;
        assembly ("memory-safe") {
            made := create(callvalue(), add(code, 0x20), mload(code))
        }
        if (made == address(0)) revert ForcedSendFailed(to);
    }
}
