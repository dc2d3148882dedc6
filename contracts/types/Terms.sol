// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of one fill, as its evidence states them.
/// @dev Units: amounts in the smallest unit of their currency, times in Unix seconds; `token` zero is the native currency.
struct Terms {
    /// The id that is paid once: the order id of a direct fill, the request id if there is no order, or the hash of an
    /// authorized call. The evidence of an authorized call has its own id.
    bytes32 id;
    /// The signer of the evidence.
    address solver;
    /// The origin of the payment, left-padded. A signed order names no user (zero). A signed order with several inputs has no
    /// single origin (zeros).
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    /// The hash of the name of the order's destination chain.
    bytes32 chainNameHash;
    /// Whether the order's output names this contract as its fill contract and has no calls.
    bool isDirect;
    /// The payment that must arrive: the only payment of an order's output. `minimum` is zero if the output has no payment,
    /// several payments, or an address that is not 20 bytes.
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    /// Gets the payment of a call that was never authorized; zero makes such a call revert.
    address refundTo;
    uint256 deadline;
    /// Whether the recipient's hook runs, and the hook's data, which is empty for a direct fill.
    bool hook;
    bytes data;
}
