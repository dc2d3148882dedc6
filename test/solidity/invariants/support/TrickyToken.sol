// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Mischief} from "./Mischief.sol";

/// @notice A token that may take a fee, and that may turn against one spender.
contract TrickyToken is Mischief {
    /// @notice What happens when the one spender moves tokens.
    enum Mode {
        Honest,
        AnswersFalse,
        MovesNothing,
        TakesMore
    }

    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    /// @notice In hundredths of a percent of each transfer; goes to `sink`.
    uint256 public immutable fee;
    address public immutable sink;
    address public immutable opponent;
    Mode public mode;

    constructor(uint256 fee_, address sink_, address opponent_) {
        fee = fee_;
        sink = sink_;
        opponent = opponent_;
    }

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        _strike();
        if (msg.sender == opponent && mode == Mode.AnswersFalse) return false;
        if (msg.sender == opponent && mode == Mode.MovesNothing) return true;
        if (msg.sender == opponent && mode == Mode.TakesMore) balanceOf[opponent] -= 1;
        uint256 taken = (amount * fee) / 10_000;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - taken;
        balanceOf[sink] += taken;
        return true;
    }
}
