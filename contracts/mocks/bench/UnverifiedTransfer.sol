// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title UnverifiedTransfer
/// @notice Takes a payment and passes it on without any check. No verification can be cheaper.
/// @dev For the gas comparison. The functions with a mark also store that an id was paid.
contract UnverifiedTransfer {
    using SafeERC20 for IERC20;

    /// @notice Whether an id was paid.
    mapping(bytes32 id => bool) public paid;

    /// @notice Passes native currency on.
    function pay(address payable recipient) external payable {
        Address.sendValue(recipient, msg.value);
    }

    /// @notice Passes native currency on and marks `id` paid.
    function payAndMark(bytes32 id, address payable recipient) external payable {
        paid[id] = true;
        Address.sendValue(recipient, msg.value);
    }

    /// @notice Takes tokens and passes them on.
    function payToken(IERC20 token, address recipient, uint256 amount) external {
        _passOn(token, recipient, amount);
    }

    /// @notice Takes tokens, passes them on and marks `id` paid.
    function payTokenAndMark(bytes32 id, IERC20 token, address recipient, uint256 amount) external {
        paid[id] = true;
        _passOn(token, recipient, amount);
    }

    function _passOn(IERC20 token, address recipient, uint256 amount) private {
        token.safeTransferFrom(msg.sender, address(this), amount);
        token.safeTransfer(recipient, amount);
    }
}
