// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Makes one planned call when its turn comes, and counts how often that worked.
abstract contract Mischief {
    struct Plan {
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice How many planned calls were made, and how many of them succeeded.
    uint256 public tries;
    uint256 public successes;

    Plan private _plan;

    /// @notice Plans a call, paid from this contract's own funds.
    function plan(address target, uint256 value, bytes calldata data) external {
        _plan = Plan({target: target, value: value, data: data});
    }

    /// @dev Makes the planned call. The plan is dropped first, so that it does not set itself off.
    function _strike() internal {
        Plan memory next = _plan;
        if (next.target == address(0)) return;
        delete _plan;
        ++tries;
        (bool ok, ) = next.target.call{value: next.value}(next.data);
        if (ok) ++successes;
    }
}
