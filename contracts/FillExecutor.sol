// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFillExecutor} from "./interfaces/IFillExecutor.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {BoundedTokens} from "./libraries/BoundedTokens.sol";
import {OrderCall} from "./types/Order.sol";

/// @title FillExecutor
/// @notice A sandbox that runs the calls of one fill and then serves only to sweep.
/// @dev A receiver makes a clone for each fill that has calls, and gives it that fill's funds. It is never used again,
/// so that no allowance or approval that an order leaves behind can touch another fill.
/// @dev Warning: whoever calls `execute` first owns the clone. The receiver makes it and calls it in one go.
contract FillExecutor is IFillExecutor {
    using BoundedTokens for address;
    using SafeERC20 for IERC20;

    /// @dev Whom everything here belongs to; zero before the one use.
    address private _recipient;

    /// @dev The implementation itself is used up.
    constructor() {
        _recipient = address(this);
    }

    /// @notice Takes native currency that calls return; it goes to the recipient.
    receive() external payable {}

    /// @inheritdoc IFillExecutor
    function execute(address token, address recipient, OrderCall[] calldata calls) external payable {
        if (_recipient != address(0)) revert ExecutorUsed();
        _recipient = recipient;

        for (uint256 i = 0; i < calls.length; ++i) _call(token, calls[i], i);

        _sweep(address(0), recipient);
        if (token != address(0)) _sweep(token, recipient);
    }

    /// @inheritdoc IFillExecutor
    function sweep(address token) external {
        _sweep(token, _recipient);
    }

    function _call(address token, OrderCall calldata call, uint256 index) private {
        bool hasCode = call.to.code.length != 0;
        if (!hasCode && call.data.length != 0) revert NoCode(call.to);

        bool grants = hasCode && token != address(0);
        if (grants) token.approve(call.to, token.balanceOf(address(this)));
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(call.to, call.value, call.data);
        if (!ok) revert CallFailed(index, call.to, reason);
        if (grants && token.isAllowed(call.to)) token.approve(call.to, 0);
    }

    function _sweep(address token, address recipient) private {
        uint256 amount = token.balanceOf(address(this));
        if (amount == 0) return;
        bool ok;
        if (token == address(0)) (ok, ) = BoundedCalls.tryCall(recipient, amount, "");
        else ok = IERC20(token).trySafeTransfer(recipient, amount);
        if (!ok) revert LeftoverFailed(token, recipient, amount);
    }
}
