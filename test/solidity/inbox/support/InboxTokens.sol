// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {vm} from "../../support/Vm.sol";

/// A token that anyone can mint.
contract PlainToken is ERC20("Plain", "PLAIN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// A token that keeps one percent of each transfer.
contract FeeToken is PlainToken {
    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, address(0), fee);
    }
}

/// A token that refuses some recipients.
contract BlockingToken is PlainToken {
    mapping(address account => bool) public isBlocked;

    error Blocked(address account);

    function block_(address account, bool value) external {
        isBlocked[account] = value;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (isBlocked[to]) revert Blocked(to);
        super._update(from, to, amount);
    }
}

/// The second address of a token: the same balances, moved in the name of the caller.
contract SecondAddress {
    DoubleToken private immutable _token;

    constructor(DoubleToken token) {
        _token = token;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _token.balanceOf(account);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _token.moveFor(msg.sender, to, amount);
        return true;
    }
}

/// A token with two addresses.
contract DoubleToken is PlainToken {
    SecondAddress public immutable second = new SecondAddress(this);

    function moveFor(address from, address to, uint256 amount) external {
        assert(msg.sender == address(second));
        _transfer(from, to, amount);
    }
}

/// The ERC-20 view of a chain's native currency.
contract NativeView {
    function balanceOf(address account) external view returns (uint256) {
        return account.balance;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        vm.deal(msg.sender, msg.sender.balance - amount);
        vm.deal(to, to.balance + amount);
        return true;
    }
}

/// A token whose transfers move only a half, and say that all is well.
contract HalfToken is PlainToken {
    function transfer(address to, uint256 amount) public override returns (bool) {
        _transfer(msg.sender, to, amount - amount / 2);
        return true;
    }
}
