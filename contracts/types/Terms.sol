// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "./Attestation.sol";

/// @notice The terms of one fill as its evidence states them, in the form that the checks read.
/// @dev Trust: nothing here is verified until the gate has passed. Units: amounts in the smallest unit of their
/// currency, times in Unix seconds, `token` zero is the native currency.
struct Terms {
    /// What is paid once: the order id, the request id where there is no order, or the hash of an authorized call.
    bytes32 id;
    /// The seven words of the attestation. An order that the solver signed itself stands in for them as far as it can:
    /// its id, its one origin (zeros with several), and its recipient; its user is zero.
    Attestation words;
    /// The signer, and whether it is an active solver now; zero when the signature is invalid.
    address solver;
    bool isSolverActive;
    /// All origins of an order whose inputs are read; else none.
    Origin[] origins;
    /// The accepted range of `words.originAmount`; `routeMax` 0 when there is no route.
    uint256 routeMin;
    uint256 routeMax;
    /// The hash of the name of the order's destination chain.
    bytes32 chainNameHash;
    /// What must arrive. Of an order's output: the one payment; `minimum` is zero without a payment, with several, or with one
    /// with an address that is not 20 bytes.
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint256 deadline;
    /// Whether the output names this contract as its fill contract, and has no calls.
    bool isDirect;
    /// The recipient's flags in the policy, see `Accounts`.
    uint256 recipientFlags;
    /// Identifies the authorized call; zero for a direct fill.
    bytes32 callHash;
    /// Gets the payment of a call that nothing authorizes; zero makes such a call revert.
    address refundTo;
    /// The call was authorized before, and is paid now.
    bool authorized;
    /// The data for the recipient's hook; empty for a direct fill.
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
    Authorized
}
