// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderInput, OrderOutputPayment} from "./Order.sol";

/// @notice An order with exactly one input, as the payer must see it: the payment, the refunds and the promised output. All
/// other fields are hashed.
/// @dev The hashes are EIP-712 hashes, as in `OrderProof`. Twin: src/protocol/order/provePayment.ts.
struct PaymentOrder {
    bytes32 versionHash;
    bytes32 solverChainIdHash;
    address solver;
    uint256 salt;
    OrderInput input;
    GuardedOutput output;
    bytes32 feesHash;
}

/// @notice An order's output. The calls and `extraData` are hashed.
struct GuardedOutput {
    string chainId;
    OrderOutputPayment[] payments;
    uint32 deadline;
    bytes32 callsHash;
    bytes32 extraDataHash;
}

/// @notice The terms that the payer agreed to. The guard rejects an order that does not match them.
/// @dev Units: amounts in the smallest unit of their currency, `minimumDeadline` in Unix seconds.
/// `currency` zero is the native currency. `recipient`, `outputCurrency` and `refundTo` have the bytes that the order uses,
/// 20 bytes on EVM chains. `minimum` is the least amount that one output payment in `outputCurrency` must promise.
/// Refunds go to the payer or to `refundTo`; if `refundTo` is empty, to the payer only. The `extraData` of a refund is empty
/// or one of `refundExtraData`: on EVM chains, the ABI-encoded fill contracts of the refunds.
/// `callsHash` is the EIP-712 hash of the order's calls, a `bytes[]`; zero means no calls. `extraData` is the order's
/// `extraData`, byte for byte: the ABI-encoded fill contract, or empty.
/// The order's deadline must be later than `minimumDeadline` and later than now. `allowNoRefund` accepts an order without a
/// refund on this chain, and excuses nothing else.
/// @dev Warning: an order with calls may pay its fill contract instead of `recipient`, and delivers only what its calls
/// enforce. Hash calls that you made, never calls that a quote shows.
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
