// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Mischief} from "./Mischief.sol";

/// @notice What orders call: takes what the order says, then tries to take more, for a thief.
contract CallTarget is Mischief {
    /// @notice How often it was called, and how often it could steal.
    uint256 public visits;
    uint256 public thefts;

    address public immutable thief;
    address[] private _victims;

    constructor(address thief_, address[] memory victims) {
        thief = thief_;
        _victims = victims;
    }

    /// @notice Takes `amount` of its caller's tokens; native currency comes by itself.
    function act(IERC20 token, uint256 amount) external payable {
        ++visits;
        if (address(token) != address(0)) {
            require(token.transferFrom(msg.sender, address(this), amount));
            for (uint256 i = 0; i < _victims.length; ++i) {
                try token.transferFrom(_victims[i], thief, 1) returns (bool ok) {
                    if (ok) ++thefts;
                } catch {}
            }
        }
        _strike();
    }
}
