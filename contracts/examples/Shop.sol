// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "../interfaces/IFillRecipient.sol";

/// @title Shop
/// @notice The recipient of the README: credits the user that each fill names with what arrived, in native currency or a
/// token.
contract Shop is IFillRecipient {
    /// @notice The receiver that calls the hook.
    address public immutable receiver;
    /// @notice The credit of each user, in the smallest unit of the token; the zero address is the native currency.
    mapping(address token => mapping(address user => uint256 amount)) public credit;

    constructor(address receiver_) {
        receiver = receiver_;
    }

    receive() external payable {}

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        // solhint-disable-next-line gas-custom-errors
        require(msg.sender == receiver, "only the receiver");
        // Malformed data reverts, which refuses this payment and no other.
        credit[received.token][abi.decode(received.data, (address))] += received.amount;
        return IFillRecipient.onFill.selector;
    }

    /// @notice Sends the caller its credit.
    function withdraw() external {
        uint256 amount = credit[msg.sender];
        credit[msg.sender] = 0;
        // solhint-disable-next-line avoid-low-level-calls
        (bool sent, ) = msg.sender.call{value: amount}("");
        // solhint-disable-next-line gas-custom-errors
        require(sent, "not sent");
    }
}
