// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {IFillRecipient, ReceivedFill} from "../interfaces/IFillRecipient.sol";

/// @title Shop
/// @notice The recipient of the README: credits the user named in each fill with the amount that arrived, in native currency
/// or a token.
/// @dev Warning: only for tokens without a transfer fee. The credit is the amount that reached the receiver. With a transfer
/// fee, less arrives here, and the last users to withdraw find too little. List no such token.
contract Shop is IFillRecipient {
    /// @notice The receiver that calls the hook.
    address public immutable receiver;
    /// @notice The credit of each user, in the smallest unit of the token. The zero address is the native currency.
    mapping(address token => mapping(address user => uint256 amount)) public credit;

    constructor(address receiver_) {
        receiver = receiver_;
    }

    receive() external payable {}

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        // solhint-disable-next-line gas-custom-errors
        require(msg.sender == receiver, "only the receiver");
        // Malformed data reverts, which refuses only this payment.
        credit[received.token][abi.decode(received.data, (address))] += received.amount;
        return IFillRecipient.onFill.selector;
    }

    /// @notice Sends the caller its credit in `token`; zero is the native currency.
    function withdraw(address token) external {
        uint256 amount = credit[token][msg.sender];
        // solhint-disable-next-line gas-custom-errors
        require(amount != 0, "nothing to withdraw");
        credit[token][msg.sender] = 0;
        if (token == address(0)) Address.sendValue(payable(msg.sender), amount);
        else SafeERC20.safeTransfer(IERC20(token), msg.sender, amount);
    }
}
