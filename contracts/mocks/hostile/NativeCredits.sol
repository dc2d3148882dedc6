// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "../../interfaces/IFillRecipient.sol";

/// @title NativeCredits
/// @notice A careless recipient: it takes whatever native currency its receiver sends for a fill, and credits it.
/// @dev Warning: For tests. Do not do this.
contract NativeCredits is IFillRecipient {
    /// @notice Whose money counts.
    address public immutable RECEIVER;

    /// @notice The amount that arrived, credited at once.
    uint256 public credited;
    /// @notice The sum that the hook was called with.
    uint256 public told;

    /// @notice Believes in `receiver`.
    constructor(address receiver) {
        RECEIVER = receiver;
    }

    /// @notice Credits.
    receive() external payable {
        if (msg.sender == RECEIVER) credited += msg.value;
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        told += received.amount;
        return IFillRecipient.onFill.selector;
    }
}
