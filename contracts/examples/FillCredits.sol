// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFillRecipient, ReceivedFill} from "../interfaces/IFillRecipient.sol";

/// @title FillCredits
/// @notice Credits the user named in each fill with the amount that arrived, in one token.
/// @dev List it as a recipient with a hook. It never holds less than its credits, because the receiver sends `amount` before
/// it calls the hook.
/// @dev The `data` of the order's call is `abi.encode(user)`. The order commits to the call, so the account that asked for
/// the order chose the user, and the payer can't change it. A direct fill has no data and is refused.
/// @dev Warning: anyone can ask for an order that credits any user. A credit proves that this user was paid for. It never
/// proves who paid, on either chain.
/// @dev Warning: don't use a token that charges a transfer fee or rebases. Less would be here than is credited.
contract FillCredits is IFillRecipient {
    using SafeERC20 for IERC20;

    /// @notice The receiver that calls the hook.
    address public immutable receiver;
    /// @notice The token that is credited.
    IERC20 public immutable token;
    /// @notice The amount that a user can withdraw, in the token's smallest unit.
    mapping(address user => uint256) public creditOf;

    /// @notice The caller is not the receiver.
    error CallerNotReceiver(address caller, address receiver);
    /// @notice The fill is in another token.
    error TokenNotCredited(address token, address required);
    /// @notice The fill's data is not one address.
    error UserNotNamed(bytes data);

    /// @notice A fill was credited.
    event Credited(bytes32 indexed id, address indexed user, uint256 amount);
    /// @notice A user took its credit.
    event CreditWithdrawn(address indexed user, uint256 amount);

    constructor(address receiver_, IERC20 token_) {
        receiver = receiver_;
        token = token_;
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4 selector) {
        if (msg.sender != receiver) revert CallerNotReceiver(msg.sender, receiver);
        if (received.token != address(token)) revert TokenNotCredited(received.token, address(token));
        address user = _readUser(received.data);
        creditOf[user] += received.amount;
        emit Credited(received.id, user, received.amount);
        return IFillRecipient.onFill.selector;
    }

    /// @notice Sends the caller its credit.
    function withdraw() external {
        uint256 amount = creditOf[msg.sender];
        creditOf[msg.sender] = 0;
        emit CreditWithdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    /// @dev Refuses a user that could not withdraw.
    function _readUser(bytes calldata data) private pure returns (address user) {
        uint256 word = data.length == 32 ? uint256(bytes32(data)) : 0;
        if (word == 0 || word >> 160 != 0) revert UserNotNamed(data);
        return address(uint160(word));
    }
}
