// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedKind} from "./support/AttestedKind.sol";
import {EvidenceKind} from "./support/EvidenceKind.sol";
import {ReceiverHandler} from "./support/ReceiverHandler.sol";
import {ReceiverInvariants} from "./support/ReceiverInvariants.sol";
import {RegisteredKind} from "./support/RegisteredKind.sol";
import {SignedKind} from "./support/SignedKind.sol";

// The runner finds targets in the test's own file.
contract Handler is ReceiverHandler {
    constructor(EvidenceKind kind_) ReceiverHandler(kind_) {}
}

contract AttestedOrderReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new Handler(new AttestedKind());
    }
}

contract SignedOrderReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new Handler(new SignedKind());
    }
}

contract RegisteredTermsReceiverInvariants is ReceiverInvariants {
    function _makeHandler() internal override returns (ReceiverHandler) {
        return new Handler(new RegisteredKind());
    }
}
