// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReceiverHandler} from "./support/ReceiverHandler.sol";
import {ReceiverInvariants} from "./support/ReceiverInvariants.sol";
import {SignedHandler} from "./support/SignedHandler.sol";

// The runner finds targets in the test's own file.
contract SignedOrderReceiverHandler is SignedHandler {}

contract SignedOrderReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new SignedOrderReceiverHandler();
    }
}
