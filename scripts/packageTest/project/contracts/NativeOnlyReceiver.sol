// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillReceiver} from "fillproof/contracts/FillReceiver.sol";
import {Terms} from "fillproof/contracts/types/Terms.sol";

/// @notice A receiver that takes no tokens.
contract NativeOnlyReceiver is FillReceiver {
    /// @notice The order is to be paid in a token.
    error TokenNotTaken(address token);

    function _checkTerms(Terms memory t) internal view override returns (bytes memory failure) {
        failure = super._checkTerms(t);
        if (failure.length == 0 && t.token != address(0)) {
            return abi.encodeWithSelector(TokenNotTaken.selector, t.token);
        }
    }
}
