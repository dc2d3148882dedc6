// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {IDepository} from "../../../../contracts/interfaces/IDepository.sol";
import {Mischief} from "./Mischief.sol";
import {TrickyToken} from "./TrickyToken.sol";

/// @notice A depository that notes what it really received, and may take another part, pass some of it on, refuse or reenter.
contract TrickyDepository is IDepository, Mischief {
    enum Mode {
        Honest,
        Refuses,
        TakesLess,
        PassesOn
    }

    Mode public mode;
    address public opponent;
    uint256 public receipts;
    mapping(bytes32 id => mapping(address token => uint256)) public received;
    mapping(bytes32 id => address) public creditedTo;
    /// @notice Deposits that did not come from the guard, and allowances that were not the amount.
    uint256 public strange;

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function setOpponent(address opponent_) external {
        opponent = opponent_;
    }

    function depositNative(address depositor, bytes32 id) external payable {
        require(mode == Mode.Honest || mode == Mode.PassesOn);
        _note(depositor, address(0), msg.value, id);
        if (mode == Mode.PassesOn) Address.sendValue(payable(address(0xdead)), 1);
    }

    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        require(mode != Mode.Refuses);
        if (TrickyToken(token).allowance(msg.sender, address(this)) != amount) ++strange;
        uint256 before = TrickyToken(token).balanceOf(address(this));
        uint256 taken = mode == Mode.TakesLess ? amount - 1 : amount;
        require(TrickyToken(token).transferFrom(msg.sender, address(this), taken));
        _note(depositor, token, TrickyToken(token).balanceOf(address(this)) - before, id);
        if (mode == Mode.PassesOn) TrickyToken(token).transfer(address(0xdead), 1);
    }

    function _note(address depositor, address token, uint256 amount, bytes32 id) private {
        if (msg.sender != opponent) ++strange;
        ++receipts;
        received[id][token] += amount;
        creditedTo[id] = depositor;
        _strike();
    }
}
