// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice An order of the service, in full. Its EIP-712 struct hash is the order id.
/// @dev Chains are names, addresses and currencies are raw bytes of their chain's form (20 bytes on EVM chains),
/// amounts are in the smallest unit, deadlines are Unix seconds. Twin: src/protocol/order/hashOrder.ts.
struct Order {
    string version;
    string solverChainId;
    address solver;
    uint256 salt;
    OrderInput[] inputs;
    OrderOutput output;
    OrderFee[] fees;
}

/// @notice The user's payment on one origin chain, and its refunds in case the order can't be filled.
struct OrderInput {
    OrderInputPayment payment;
    OrderRefund[] refunds;
}

/// @notice A payment into the depository of an origin chain.
struct OrderInputPayment {
    string chainId;
    bytes currency;
    uint256 amount;
    uint256 weight;
}

/// @notice One way to refund an input.
struct OrderRefund {
    string chainId;
    bytes recipient;
    bytes currency;
    uint256 minimumAmount;
    uint32 deadline;
    bytes extraData;
}

/// @notice The payments and calls that the solver must make on the destination chain.
/// @dev `calls` are blobs: three one-field tuples (address to), (bytes data), (uint256 value). `extraData` is the
/// ABI-encoded fill contract, or empty. The hash takes `deadline` before `calls`.
struct OrderOutput {
    string chainId;
    OrderOutputPayment[] payments;
    uint32 deadline;
    bytes[] calls;
    bytes extraData;
}

/// @notice A payment that the solver makes on the destination chain.
/// @dev `expectedAmount` is information: only `minimumAmount` is owed.
struct OrderOutputPayment {
    bytes recipient;
    bytes currency;
    uint256 minimumAmount;
    uint256 expectedAmount;
}

/// @notice A fee that the order pays to a third party.
struct OrderFee {
    string recipientChainId;
    bytes recipient;
    string currencyChainId;
    bytes currency;
    uint256 amount;
}

/// @notice An order with its output and its solver in full, and everything else as sub-hashes.
/// @dev The hashes are those of EIP-712: of the string's bytes, or of the concatenated struct hashes of an array.
/// Twin: src/protocol/order/proveOrderOutput.ts.
struct OrderProof {
    bytes32 versionHash;
    bytes32 solverChainIdHash;
    address solver;
    uint256 salt;
    bytes32 inputsHash;
    OrderOutput output;
    bytes32 feesHash;
}

/// @notice One call of an order, decoded.
/// @dev `value` is in wei.
struct OrderCall {
    address to;
    bytes data;
    uint256 value;
}
