// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {FillChecks} from "fillproof/contracts/libraries/FillChecks.sol";
import {Terms} from "fillproof/contracts/types/Terms.sol";

/// @notice A receiver that takes no tokens.
contract NativeOnlyReceiver is AttestedOrderReceiver {
    /// @notice The order is to be paid in a token.
    error TokenNotTaken(address token);

    function _checkTerms(Terms memory t) internal view override {
        super._checkTerms(t);
        if (t.token == address(0)) return;
        _fail(t, FillChecks.TERMS, abi.encodeWithSelector(TokenNotTaken.selector, t.token));
    }
}
