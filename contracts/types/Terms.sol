// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderCall} from "./Order.sol";

/// @notice The terms of one fill as its evidence states them, in the form that the checks read.
/// @dev Trust: nothing here is verified until the gate has passed. Units: amounts in the smallest unit of their
/// currency, times in Unix seconds, `token` zero is the native currency.
struct Terms {
    // What `Orders.readOutput` writes, in its order.

    /// What is paid once: the order id, or the request id where there is no order.
    bytes32 id;
    /// The hash of the name of the order's destination chain.
    bytes32 chainNameHash;
    uint256 deadline;
    /// The minimum of the output's one payment; zero when it has none or several, or one with an address that is not
    /// 20 bytes.
    uint256 minimum;
    /// The currency and the recipient of the last payment.
    address token;
    address recipient;
    /// Whether the output names this contract as its fill contract, and has no calls.
    bool isPlain;
    // What `SolverAttestation.read` writes, in its order: the seven words of an attestation.

    /// What the solver's signature names.
    bytes32 requestId;
    /// The origin; with several, the one that is being checked, and zeros afterwards.
    uint256 originChainId;
    /// Zero where the evidence has none.
    bytes32 originUser;
    bytes32 originCurrency;
    uint256 originAmount;
    uint256 destinationChainId;
    /// The attested recipient, left-padded.
    bytes32 destinationUser;
    // What the evidence and the policy say besides.

    /// Who signed; zero when the signature is invalid.
    address solver;
    /// All origins of an order whose inputs are read; else none.
    Origin[] origins;
    /// The accepted range of `originAmount`; `routeMax` 0 when there is no route.
    uint256 routeMin;
    uint256 routeMax;
    /// What the policy says of the recipient: flags of `Accounts`.
    uint256 recipientFlags;
    uint256 maximum;
    /// Identifies the authorised call; zero for a direct fill.
    bytes32 callHash;
    /// The call was authorised before, and is paid now.
    bool authorised;
    /// The calls that a direct fill runs.
    OrderCall[] calls;
    /// What the recipient's hook is handed.
    bytes data;
    /// What is paid: the stated amount, and the native value that comes with it.
    uint256 amount;
    uint256 value;
    /// Encoded errors found while the evidence was read; empty when it was sound.
    bytes signatureFailure;
    bytes termsFailure;
    /// In an inspection the failing checks, and a bit besides; else zero, and the first failing check reverts.
    uint256 failed;
}

/// @notice What a user pays on one origin chain.
/// @dev `currency` is left-padded; `amount` is in its smallest unit.
struct Origin {
    uint256 chainId;
    bytes32 currency;
    uint256 amount;
}

/// @notice How evidence is to be used: for either way of filling, or for one.
enum Way {
    Either,
    Direct,
    Authorised
}
