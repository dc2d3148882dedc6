// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Failures
/// @notice What follows a failed check: its encoded error is thrown, or its bit is noted in an inspection.
/// @dev One copy of the encoding for all checks: written out in each of them it would be a tenth of a receiver's code.
library Failures {
    /// @dev A bit of no check: an inspection starts with it.
    uint256 internal constant INSPECTING = 1 << 255;

    /// @notice Reverts with `failure`, an encoded error; in an inspection, adds `check` to the `failed` ones instead.
    function note(uint256 failed, uint256 check, bytes memory failure) internal pure returns (uint256) {
        if (failed != 0) return failed | check;
        assembly ("memory-safe") {
            revert(add(failure, 0x20), mload(failure))
        }
    }

    /// @notice Encodes an error with one argument.
    function encode(bytes4 selector, uint256 a) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a);
    }

    /// @notice Encodes an error with two arguments.
    function encode(bytes4 selector, uint256 a, uint256 b) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a, b);
    }

    /// @notice Encodes an error with three arguments.
    function encode(bytes4 selector, uint256 a, uint256 b, uint256 c) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, a, b, c);
    }

    /// @notice An address as an argument.
    function word(address account) internal pure returns (uint256) {
        return uint256(uint160(account));
    }
}
