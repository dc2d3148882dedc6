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
        if (e.isFaulty || e.solver == address(0)) revert Faulty();
    }

    /// Evidence names a call exactly where it authorizes one, which then is what is paid: `OrderEvidence` ensures both.
    function readCall(Terms memory terms, bytes calldata signature) internal pure {
        terms.id = abi.decode(signature, (Evidence)).callHash;
        if (terms.id == 0) revert Faulty();
    }

    function hasNoCall(bytes calldata signature) internal pure {
        if (abi.decode(signature, (Evidence)).callHash != 0) revert Faulty();
    }
}
