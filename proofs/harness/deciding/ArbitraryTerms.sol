// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Terms} from "fillproof/contracts/types/Terms.sol";

/// Everything that a kind of evidence may put into terms, apart from the attested words.
struct Evidence {
    bytes32 id;
    address solver;
    bytes32 chainNameHash;
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint256 deadline;
    bytes32 callHash;
    bool isFaulty;
}

/// Stands in for the reading of evidence: the terms are whatever the caller says, in the bytes of the signature.
library ArbitraryTerms {
    error Faulty();

    function read(Terms memory terms, bytes calldata signature) internal pure {
        Evidence memory e = abi.decode(signature, (Evidence));
        terms.id = e.id;
        terms.solver = e.solver;
        terms.chainNameHash = e.chainNameHash;
        terms.token = e.token;
        terms.minimum = e.minimum;
        terms.maximum = e.maximum;
        terms.recipient = e.recipient;
        terms.deadline = e.deadline;
        terms.callHash = e.callHash;
        if (e.isFaulty || e.solver == address(0)) revert Faulty();
    }

    /// Evidence names a call exactly where it authorizes one: `OrderEvidence` ensures it.
    function keepsToItsWay(Terms memory terms, bool authorized) internal pure {
        if (authorized != (terms.callHash != 0)) revert Faulty();
    }
}
