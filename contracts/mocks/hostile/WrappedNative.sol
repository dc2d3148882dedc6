// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title WrappedNative
/// @notice A token given for native currency.
/// @dev Warning: For tests. It can't be unwrapped.
contract WrappedNative is ERC20 {
    /// @notice Sets the token up.
    constructor() ERC20("Wrapped native", "WRAP") {}

    /// @notice Gives tokens to the sender.
    receive() external payable {
        _mint(msg.sender, msg.value);
    }
}
