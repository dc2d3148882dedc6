// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReceiverHandler} from "./support/ReceiverHandler.sol";
import {ReceiverInvariants} from "./support/ReceiverInvariants.sol";
import {RegisteredHandler} from "./support/RegisteredHandler.sol";

// The runner finds targets in the test's own file.
contract RegisteredFillReceiverHandler is RegisteredHandler {}

contract RegisteredFillReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new RegisteredFillReceiverHandler();
    }
}
