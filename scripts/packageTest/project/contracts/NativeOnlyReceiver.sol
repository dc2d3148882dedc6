// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {Terms} from "fillproof/contracts/types/Terms.sol";

/// @notice A receiver that takes no tokens.
contract NativeOnlyReceiver is AttestedOrderReceiver {
    /// @notice The order is to be paid in a token.
    error TokenNotTaken(address token);

    function _checkToken(Terms memory terms) internal view override {
        super._checkToken(terms);
        if (terms.token != address(0)) revert TokenNotTaken(terms.token);
    }
}
