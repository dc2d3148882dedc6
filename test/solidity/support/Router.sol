// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a solver's router is to a receiver: somebody's contract that makes the calls of an order, all or none,
/// with the funds that are there.
contract Router {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    /// @notice Makes the calls, and returns what the last one returned.
    function run(Call[] calldata calls) external payable returns (bytes memory last) {
        for (uint256 i = 0; i < calls.length; ++i) {
            bool ok;
            (ok, last) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (ok) continue;
            assembly ("memory-safe") {
                revert(add(last, 0x20), mload(last))
            }
        }
    }
}
