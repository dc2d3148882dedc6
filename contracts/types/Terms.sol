// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderCall} from "./Order.sol";

/// @notice The terms of one fill as its evidence states them, in the form that the checks read.
/// @dev Trust: nothing here is verified until the gate has passed. Units: amounts in the smallest unit of their
/// currency, times in Unix seconds, `token` zero is the native currency.
struct Terms {
    /// What is paid once: the order id.
    bytes32 id;
    /// The request that the solver's signature names.
    bytes32 requestId;
    /// Who signed; zero when the signature is invalid.
    address solver;
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    uint256 originAmount;
    uint256 destinationChainId;
    /// The chain id of the name in the order's output; zero for a name that is not known.
    uint256 outputChainId;
    /// The attested recipient, left-padded.
    bytes32 destinationUser;
    /// The recipient of the proved payment.
    address recipient;
    bool recipientAllowed;
    bool recipientHook;
    address token;
    uint256 minimum;
    uint256 maximum;
    uint256 deadline;
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
}
