// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {IFillRecipient, ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";

/// A recipient whose hook does nothing, or calls back once.
contract ModelRecipient is IFillRecipient {
    bytes private again;
    bool public didReenter;

    function reenterWith(bytes memory data) external {
        again = data;
    }

    receive() external payable {}

    function onFill(ReceivedFill calldata) external override returns (bytes4) {
        bytes memory data = again;
        if (data.length != 0) {
            delete again;
            (didReenter, ) = msg.sender.call(data);
        }
        return IFillRecipient.onFill.selector;
    }
}

/// A recipient whose hook remembers what it was told, and what it held then.
contract RecordingRecipient is IFillRecipient {
    uint256 public count;
    bytes32 public told;
    uint256 public held;

    receive() external payable {}

    function onFill(ReceivedFill calldata received) external override returns (bytes4) {
        ++count;
        told = keccak256(abi.encode(received));
        held = address(this).balance;
        return IFillRecipient.onFill.selector;
    }
}
