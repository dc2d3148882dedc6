// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";

/// @notice A receiver that takes no tokens.
contract NativeOnlyReceiver is AttestedOrderReceiver {
    /// @notice The order is to be paid in a token.
    error TokenNotTaken(address token);

    /// @dev Every payment asks it, before the token is called.
    function _checkToken(address token) internal view override returns (uint256 min, uint256 max) {
        if (token != address(0)) revert TokenNotTaken(token);
        return super._checkToken(token);
    }
}
