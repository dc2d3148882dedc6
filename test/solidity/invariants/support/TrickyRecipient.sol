// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "../../../../contracts/interfaces/IFillRecipient.sol";
import {Mischief} from "./Mischief.sol";

/// @notice A recipient with a hook that counts what it is told, and that may refuse or reenter.
contract TrickyRecipient is IFillRecipient, Mischief {
    enum Mode {
        Honest,
        RefusesNative,
        RefusesHook
    }

    /// @notice How often the hook ran, and for how much in all.
    uint256 public told;
    uint256 public toldAmount;
    Mode public mode;

    receive() external payable {
        require(mode != Mode.RefusesNative);
        _strike();
    }

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        ++told;
        toldAmount += received.amount;
        _strike();
        return mode == Mode.RefusesHook ? bytes4(0) : IFillRecipient.onFill.selector;
    }
}
