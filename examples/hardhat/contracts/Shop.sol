// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
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

    function withdraw(address token) external {
        uint256 amount = credit[token][msg.sender];
        require(amount != 0, "nothing to withdraw");
        credit[token][msg.sender] = 0;
        if (token == address(0)) Address.sendValue(payable(msg.sender), amount);
        else SafeERC20.safeTransfer(IERC20(token), msg.sender, amount);
    }
}
