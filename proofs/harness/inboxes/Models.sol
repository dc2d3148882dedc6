// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

/// A token with two addresses, which move the same balances.
contract DoubleToken {
    mapping(address account => uint256) public balanceOf;
    SecondAddress public immutable second = new SecondAddress();

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function moveFor(address from, address to, uint256 amount) external returns (bool) {
        require(msg.sender == address(second));
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract SecondAddress {
    DoubleToken private immutable first = DoubleToken(msg.sender);

    function balanceOf(address account) external view returns (uint256) {
        return first.balanceOf(account);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return first.moveFor(msg.sender, to, amount);
    }
}
