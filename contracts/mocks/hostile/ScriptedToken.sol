// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {Reentrant} from "./Reentrant.sol";

/// @title ScriptedToken
/// @notice A token that anyone can mint. A script can replace the behavior of each function.
/// @dev Warning: For tests. Hostile on purpose.
contract ScriptedToken is ERC20, Reentrant {
    /// @notice The behavior of a function.
    /// @dev If scripted, the function `takes` the amount and `extra` from the sender, and `credits` the receiver with the
    /// amount, less `fee` and plus `bonus`. It returns `size` bytes whose first word is `answer`, or reverts with them.
    struct Script {
        bool takes;
        bool credits;
        uint256 extra;
        uint256 fee;
        uint256 bonus;
        uint256 answer;
        uint256 size;
        bool reverts;
    }

    mapping(bytes4 selector => Script) private _scripts;
    mapping(bytes4 selector => bool) private _scripted;

    /// @notice Sets up a token that behaves well.
    constructor() ERC20("Scripted token", "SCRIPT") {}

    /// @notice Makes the function `selector` follow `script_`.
    function script(bytes4 selector, Script calldata script_) external {
        _scripts[selector] = script_;
        _scripted[selector] = true;
    }

    /// @notice Mints `amount` to `to`.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Takes `amount` from any holder.
    function seize(address from, uint256 amount) external {
        _burn(from, amount);
    }

    /// @inheritdoc ERC20
    function transfer(address to, uint256 amount) public override returns (bool) {
        _move(msg.sender, to, amount);
    }

    /// @inheritdoc ERC20
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _spendAllowance(from, msg.sender, amount);
        _move(from, to, amount);
    }

    /// @inheritdoc ERC20
    function approve(address spender, uint256 amount) public override returns (bool) {
        Script memory s = _scriptOf(msg.sig);
        if (s.credits) _approve(msg.sender, spender, amount);
        _answer(s);
    }

    /// @inheritdoc ERC20
    function balanceOf(address account) public view override returns (uint256) {
        if (_scripted[msg.sig]) _answerView(super.balanceOf(account));
        return super.balanceOf(account);
    }

    /// @inheritdoc ERC20
    function allowance(address owner, address spender) public view override returns (uint256) {
        // `transferFrom` also calls this function, as an internal function that must return normally.
        if (msg.sig == this.allowance.selector && _scripted[msg.sig]) _answerView(super.allowance(owner, spender));
        return super.allowance(owner, spender);
    }

    function _move(address from, address to, uint256 amount) private {
        Script memory s = _scriptOf(msg.sig);
        if (s.takes) _burn(from, amount + s.extra);
        if (s.credits) _mint(to, amount - s.fee + s.bonus);
        _reenter();
        _answer(s);
    }

    function _scriptOf(bytes4 selector) private view returns (Script memory) {
        if (_scripted[selector]) return _scripts[selector];
        return Script({takes: true, credits: true, extra: 0, fee: 0, bonus: 0, answer: 1, size: 32, reverts: false});
    }

    function _answerView(uint256 word) private view {
        Script memory s = _scripts[msg.sig];
        s.answer = word;
        _answer(s);
    }

    /// @dev Ends the call.
    function _answer(Script memory s) private pure {
        uint256 answer = s.answer;
        uint256 size = s.size;
        bool reverts = s.reverts;
        assembly ("memory-safe") {
            let start := mload(0x40)
            mstore(start, answer)
            if reverts {
                revert(start, size)
            }
            return(start, size)
        }
    }
}
