// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {IFillRecipient, ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";

/// The deployable contract, and views of both marks.
contract Receiver is AttestedOrderReceiver {
    function isIdMarked(bytes32 id) external view returns (bool) {
        return _directFillsStorage().paid[id] != 0;
    }

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }

    function callsHook(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].hook;
    }

    function flagsOf(address account) external view returns (uint256) {
        return _flags(account);
    }
}

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
