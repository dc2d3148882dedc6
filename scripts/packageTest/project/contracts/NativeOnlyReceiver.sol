// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";

/// @notice A receiver that takes no tokens.
contract NativeOnlyReceiver is AttestedOrderReceiver {
    /// @notice The order is to be paid in a token.
    error TokenNotTaken(address token);

    /// @dev Asked of a direct fill before the token is called.
    function _checkToken(address token) internal view override {
        super._checkToken(token);
        if (token != address(0)) revert TokenNotTaken(token);
    }

    /// @dev Asked of what a direct fill brought, and of a call.
    function _checkTokenRange(address token, uint256 lowest, uint256 highest) internal view override {
        super._checkTokenRange(token, lowest, highest);
        if (token != address(0)) revert TokenNotTaken(token);
    }
}
