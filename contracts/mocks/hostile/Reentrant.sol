// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Reentrant
/// @notice Makes one armed call when the trigger function runs, and stores the outcome.
/// @dev Warning: For tests. Hostile on purpose.
abstract contract Reentrant {
    struct Strike {
        bool armed;
        bool passOn;
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice The number of armed calls that were made.
    uint256 public strikes;
    /// @notice Whether the last armed call succeeded.
    bool public succeeded;
    /// @notice The return data of the last armed call.
    bytes public outcome;

    mapping(bytes4 trigger => Strike) private _armed;

    /// @notice Arms one call of `target`, made when the function `trigger` runs.
    /// @param trigger The selector of the function that makes the call; zero is a plain transfer of native currency.
    /// @param target The contract to call.
    /// @param value The value of the call, in wei, from this contract's own funds.
    /// @param data The calldata.
    /// @param passOn Whether a failure of the call also reverts the trigger function.
    function arm(bytes4 trigger, address target, uint256 value, bytes calldata data, bool passOn) external {
        _armed[trigger] = Strike({armed: true, passOn: passOn, target: target, value: value, data: data});
    }

    /// @notice Makes the call at once, not from within another call. If it succeeds, the armed call failed only because it
    /// was reentrant.
    function strikeNow(address target, uint256 value, bytes calldata data) external {
        _strike(Strike({armed: true, passOn: true, target: target, value: value, data: data}));
    }

    /// @dev Makes the call that is armed for the running function, once.
    function _reenter() internal {
        Strike memory armed = _armed[msg.sig];
        if (!armed.armed) return;
        delete _armed[msg.sig];
        _strike(armed);
    }

    function _strike(Strike memory armed) private {
        ++strikes;
        (succeeded, outcome) = armed.target.call{value: armed.value}(armed.data);
        bytes memory reason = outcome;
        if (succeeded || !armed.passOn) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}
