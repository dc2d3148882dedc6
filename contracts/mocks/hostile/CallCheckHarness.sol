// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillReceiver} from "../../FillReceiver.sol";
import {OrderCall} from "../../types/Order.sol";
import {Terms} from "../../types/Terms.sol";

/// @title CallCheckHarness
/// @notice Shows the check of an order's calls alone: an order that calls its own executor can't be made, since the
/// executor's address depends on the order's id.
/// @dev Warning: For tests.
contract CallCheckHarness is FillReceiver {
    /// @notice Reverts with the error of the first call that may not run.
    function checkCalls(
        bytes32 id,
        address recipient,
        address token,
        OrderCall[] calldata calls
    ) external view {
        Terms memory t;
        t.id = id;
        t.recipient = recipient;
        t.token = token;
        t.calls = calls;
        _checkCalls(t);
    }
}
