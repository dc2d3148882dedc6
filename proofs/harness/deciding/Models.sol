// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {IFillRecipient, ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {PaidRequests} from "fillproof/contracts/libraries/PaidRequests.sol";
import {Marks} from "../common/Marks.sol";

/// The deployable contract, and a view of both marks.
contract Receiver is AttestedOrderReceiver, Marks {
    function requests() internal view override returns (PaidRequests.State storage) {
        return _verifierStorage().requests;
    }

    function callsHook(bytes32 callHash) external view returns (bool) {
        return requests().calls[callHash].recipientHook;
    }

    function flagsOf(address account) external view returns (uint256) {
        return _flags(account);
    }

    function callOf(bytes32 id) external view returns (bytes32 callHash) {
        return requests().callOf[id];
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
