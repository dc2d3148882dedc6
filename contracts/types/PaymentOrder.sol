// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderInput, OrderOutputPayment} from "./Order.sol";

/// @notice An order with exactly one input, as its payer must see it: what is paid, where refunds go, and what is
/// promised for it. Everything else is hashed.
/// @dev The hashes are those of EIP-712, as in `OrderProof`. Twin: src/protocol/order/provePayment.ts.
struct PaymentOrder {
    bytes32 versionHash;
    bytes32 solverChainIdHash;
    address solver;
    uint256 salt;
    OrderInput input;
    GuardedOutput output;
    bytes32 feesHash;
}

/// @notice An order's output without the bytes of its calls.
struct GuardedOutput {
    string chainId;
    OrderOutputPayment[] payments;
    uint32 deadline;
    bytes32 callsHash;
    bytes32 extraDataHash;
}

/// @notice The terms that the payer agreed to. The guard rejects an order that does not match them.
/// @dev `currency` is zero for the native one. `recipient`, `outputCurrency` and `refundTo` are bytes as the order has
/// them, 20 of them on EVM chains. `minimum` is the least that one output payment in `outputCurrency` must promise.
/// Refunds go to the payer or to `refundTo`; empty is to the payer alone. A refund's `extraData` is empty or one
/// of `refundExtraData`: on EVM chains the ABI-encoded fill contracts of the refunds. `callsHash` is the EIP-712 hash of the
/// order's calls, that is of `bytes[]`; zero stands for no calls. `extraData` is the order's, byte for byte: the
/// ABI-encoded fill contract, or empty. The order ends later than `minimumDeadline` (Unix seconds), and later than now.
/// `allowNoRefund` takes an order without a refund on this chain, and excuses nothing else. Units: the currencies' smallest.
/// @dev Warning: an order with calls may pay its fill contract instead of `recipient`, and delivers what its calls
/// enforce and no more. Hash calls that you made, never those that a quote shows.
struct PayerTerms {
    address currency;
    uint256 amount;
    uint256 destinationChainId;
    bytes recipient;
    bytes outputCurrency;
    uint256 minimum;
    bytes refundTo;
    bytes[] refundExtraData;
    bytes32 callsHash;
    bytes extraData;
    uint48 minimumDeadline;
    bool allowNoRefund;
}
