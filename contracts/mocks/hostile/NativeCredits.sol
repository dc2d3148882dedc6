// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "../../interfaces/IFillRecipient.sol";

/// @title NativeCredits
/// @notice A careless recipient: it credits all native currency that its receiver sends, for a fill or not.
/// @dev Warning: For tests. Do not do this.
contract NativeCredits is IFillRecipient {
    /// @notice The receiver whose payments are credited.
    address public immutable RECEIVER;

    /// @notice The amount that arrived. It is credited at once.
    uint256 public credited;
    /// @notice The sum of the amounts that the hook reported.
    uint256 public told;

    /// @notice Trusts `receiver`.
    constructor(address receiver) {
        RECEIVER = receiver;
    }

    /// @notice Credits the value of the call.
    receive() external payable {
        if (msg.sender == RECEIVER) credited += msg.value;
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        told += received.amount;
        return IFillRecipient.onFill.selector;
    }
}
