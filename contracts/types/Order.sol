// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice An order of the service, in full. Its EIP-712 struct hash is the order id.
/// @dev Chains are names. Addresses and currencies are raw bytes in their chain's form (20 bytes on EVM chains). Amounts are
/// in the smallest unit, deadlines in Unix seconds. Twin: src/protocol/order/hashOrder.ts.
struct Order {
    string version;
    string solverChainId;
    address solver;
    uint256 salt;
    OrderInput[] inputs;
    OrderOutput output;
    OrderFee[] fees;
}

/// @notice The user's payment on one origin chain, and the refunds if the order can't be filled.
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
/// @dev Each of `calls` is the ABI encoding of three one-field tuples: (address to), (bytes data), (uint256 value).
/// `extraData` is the ABI-encoded fill contract, or empty. In the struct hash, `deadline` comes before `calls`.
struct OrderOutput {
    string chainId;
    OrderOutputPayment[] payments;
    uint32 deadline;
    bytes[] calls;
    bytes extraData;
}

/// @notice A payment that the solver makes on the destination chain.
/// @dev `expectedAmount` is only information. The solver owes `minimumAmount`.
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

/// @notice A proof of an order: the output, the solver and the salt in full, and the hashes of all other fields.
/// @dev The hashes are EIP-712 hashes: of a string's bytes, or of an array's concatenated struct hashes. Twin:
/// src/protocol/order/proveOrderOutput.ts.
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
