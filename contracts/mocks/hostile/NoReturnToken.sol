// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title NoReturnToken
/// @notice A token of the old kind. Its functions return nothing, and an allowance must be 0 before it changes.
/// @dev Warning: For tests. Anyone can mint.
contract NoReturnToken {
    /// @notice The allowance must be set to 0 first.
    error AllowanceNotReset(uint256 allowance);

    /// @notice Balances.
    mapping(address account => uint256) public balanceOf;
    /// @notice Allowances.
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    /// @notice Mints `amount` to `to`.
    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    /// @notice Sets an allowance, from or to 0.
    function approve(address spender, uint256 amount) external {
        uint256 old = allowance[msg.sender][spender];
        if (amount != 0 && old != 0) revert AllowanceNotReset(old);
        allowance[msg.sender][spender] = amount;
    }

    /// @notice Moves the caller's tokens.
    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    /// @notice Transfers tokens from an account that approved the caller.
    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
