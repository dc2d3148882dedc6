// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Failures
/// @notice Encodes the error of a failed check, whose arguments are words.
/// @dev One copy of the encoding for all checks: written out in each of them it would be a tenth of a receiver's code.
library Failures {
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
