// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";

contract Shop is IFillRecipient {
    address public immutable receiver;
    mapping(address token => mapping(address user => uint256 amount)) public credit;

    constructor(address receiver_) {
        receiver = receiver_;
    }

    receive() external payable {}

    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        require(msg.sender == receiver, "only the receiver");
        // Malformed data reverts, which refuses this payment and no other.
        credit[received.token][abi.decode(received.data, (address))] += received.amount;
        return IFillRecipient.onFill.selector;
    }

    function withdraw() external {
        uint256 amount = credit[msg.sender];
        credit[msg.sender] = 0;
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "not sent");
    }
}
