// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of one fill as its evidence states them.
/// @dev Units: amounts in the smallest unit of their currency, times in Unix seconds; `token` zero is the native currency.
struct Terms {
    /// What is paid once: the order id, the request id where there is no order, or the hash of an authorized call.
    bytes32 id;
    /// Identifies the authorized call; zero for a direct fill.
    bytes32 callHash;
    /// The signer of the evidence.
    address solver;
    /// What was paid for it, left-padded. An order that the solver signed itself names no user, and no single origin if it has
    /// several: zeros.
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    /// The hash of the name of the order's destination chain.
    bytes32 chainNameHash;
    /// Whether the order's output names this contract as its fill contract, and has no calls.
    bool isDirect;
    /// What must arrive. Of an order's output: the one payment; `minimum` is zero without a payment, with several, or with one
    /// with an address that is not 20 bytes.
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    /// Gets the payment of a call that was never authorized; zero makes such a call revert.
    address refundTo;
    uint256 deadline;
    /// Whether the recipient's hook runs, and its data, which is empty for a direct fill.
    bool hook;
    bytes data;
}
