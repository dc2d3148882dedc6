// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IDepository} from "../../interfaces/IDepository.sol";

/// @title UnverifiedDeposit
/// @notice Takes a payment and passes it on to a depository without any check. No guard can be cheaper.
/// @dev For the gas comparison. The functions with a mark also store that an id was paid.
contract UnverifiedDeposit {
    using SafeERC20 for IERC20;

    /// @notice Whether an id was paid.
    mapping(bytes32 id => bool) public paid;

    /// @notice Passes native currency on.
    function pay(bytes32 id, IDepository depository) external payable {
        depository.depositNative{value: msg.value}(msg.sender, id);
    }

    /// @notice Passes native currency on and marks `id` paid.
    function payAndMark(bytes32 id, IDepository depository) external payable {
        paid[id] = true;
        depository.depositNative{value: msg.value}(msg.sender, id);
    }

    /// @notice Takes tokens and passes them on.
    function payToken(bytes32 id, IDepository depository, IERC20 token, uint256 amount) external {
        _passOn(id, depository, token, amount);
    }

    /// @notice Takes tokens, passes them on and marks `id` paid.
    function payTokenAndMark(bytes32 id, IDepository depository, IERC20 token, uint256 amount) external {
        paid[id] = true;
        _passOn(id, depository, token, amount);
    }

    function _passOn(bytes32 id, IDepository depository, IERC20 token, uint256 amount) private {
        token.safeTransferFrom(msg.sender, address(this), amount);
        token.forceApprove(address(depository), amount);
        depository.depositErc20(msg.sender, address(token), amount, id);
    }
}
