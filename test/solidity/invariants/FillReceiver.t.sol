// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedHandler} from "./support/AttestedHandler.sol";
import {ReceiverHandler} from "./support/ReceiverHandler.sol";
import {ReceiverInvariants} from "./support/ReceiverInvariants.sol";

// The runner finds targets in the test's own file.
contract FillReceiverHandler is AttestedHandler {}

contract FillReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new FillReceiverHandler();
    }
}
