// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFillRecipient, ReceivedFill} from "../interfaces/IFillRecipient.sol";
import {IInboxReceiver} from "../interfaces/IInboxReceiver.sol";
import {InboxTerms} from "../types/InboxTerms.sol";

/// @title DepositAddresses
/// @notice An account that an exchange can fund: each user has one address, an inbox, whose payments become credit here.
/// @dev List it as a recipient with a hook of an `InboxReceiver`. Nothing is traded at a price, so it is safe that anyone may
/// claim at any moment.
/// @dev Warning: until a claim, the user can take the money back. Show a balance of the address as "waiting", never as credit.
/// @dev Warning: only for tokens without a transfer fee.
contract DepositAddresses is IFillRecipient {
    using SafeERC20 for IERC20;

    /// @notice The receiver that calls the hook.
    IInboxReceiver public immutable receiver;
    /// @notice The token that is credited.
    IERC20 public immutable token;
    /// @notice The amount that a user can withdraw, in the token's smallest unit.
    mapping(address user => uint256 amount) public creditOf;

    /// @notice The caller is not the receiver.
    error CallerNotReceiver(address caller, address receiver);
    /// @notice The payment is in another token.
    error TokenNotCredited(address token, address required);

    constructor(IInboxReceiver receiver_, IERC20 token_) {
        receiver = receiver_;
        token = token_;
    }

    /// @notice Returns the terms of a user's inbox. The user can take back money that was not claimed.
    function termsOf(address user) public view returns (InboxTerms memory terms) {
        terms.token = address(token);
        terms.recipient = address(this);
        terms.hook = true;
        terms.refundTo = user;
        terms.deadline = type(uint48).max;
        terms.data = abi.encode(user);
    }

    /// @notice Returns the address of a user's inbox. It never changes.
    function addressOf(address user) external view returns (address inbox) {
        return receiver.inboxOf(termsOf(user));
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4 selector) {
        if (msg.sender != address(receiver)) revert CallerNotReceiver(msg.sender, address(receiver));
        if (received.token != address(token)) revert TokenNotCredited(received.token, address(token));
        creditOf[abi.decode(received.data, (address))] += received.amount;
        return IFillRecipient.onFill.selector;
    }

    /// @notice Sends the caller its credit.
    function withdraw() external {
        uint256 amount = creditOf[msg.sender];
        creditOf[msg.sender] = 0;
        token.safeTransfer(msg.sender, amount);
    }
}
