// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Failures} from "fillproof/contracts/libraries/Failures.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Terms, Way} from "fillproof/contracts/types/Terms.sol";

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
    uint256 recipientFlags;
    bytes32 callHash;
    bool isFaulty;
    uint256 amount;
    uint256 value;
}

/// Stands in for the reading of evidence: the terms are whatever the caller says, in the bytes of the signature.
/// Evidence without a failure names a call exactly where it authorizes one: `OrderEvidence._readOutput` ensures it.
library ArbitraryTerms {
    error Faulty();

    function read(Terms memory t, Attestation calldata a, bytes calldata signature, Way way) internal pure {
        Evidence memory e = abi.decode(signature, (Evidence));
        t.words = a;
        t.id = e.id;
        t.solver = e.solver;
        t.chainNameHash = e.chainNameHash;
        t.token = e.token;
        t.minimum = e.minimum;
        t.maximum = e.maximum;
        t.recipient = e.recipient;
        t.deadline = e.deadline;
        t.recipientFlags = e.recipientFlags;
        t.callHash = e.callHash;
        t.amount = e.amount;
        t.value = e.value;
        bool hasCall = e.callHash != 0;
        bool fits = way == Way.Either || hasCall == (way == Way.Authorized);
        if (e.isFaulty || !fits) t.termsFailure = Failures.encode(Faulty.selector, 0);
        if (e.solver == address(0)) t.signatureFailure = Failures.encode(Faulty.selector, 0);
    }
}
