// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice One call that a router makes. If `allowFailure` is set, a failure does not stop the other calls. `value` is in
/// wei.
struct Call3Value {
    address target;
    bool allowFailure;
    uint256 value;
    bytes callData;
}

/// @notice The result of a call.
struct Result {
    bool success;
    bytes returnData;
}

/// @notice An ERC-2612 permit that names the approval proxy as the spender.
struct Permit2612 {
    address token;
    address owner;
    uint256 value;
    uint256 deadline;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @notice An ERC-2612 permit for the older proxies, which ignore `nonce`.
struct Permit2612WithNonce {
    address token;
    address owner;
    uint256 value;
    uint256 nonce;
    uint256 deadline;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @notice An ERC-3009 authorization to the approval proxy. The nonce is the hash of the calls that it pays for.
struct Permit3009 {
    address from;
    uint256 value;
    uint256 validAfter;
    uint256 validBefore;
    uint8 v;
    bytes32 r;
    bytes32 s;
}

/// @notice A token and an amount that a Permit2 signature allows.
struct TokenPermissions {
    address token;
    uint256 amount;
}

/// @notice The transfers that a Permit2 signature allows, until `deadline`.
struct PermitBatchTransferFrom {
    TokenPermissions[] permitted;
    uint256 nonce;
    uint256 deadline;
}

/// @notice The destination of a Permit2 transfer.
struct SignatureTransferDetails {
    address to;
    uint256 requestedAmount;
}
