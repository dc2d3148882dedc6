// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";

/// @title IAttestedOrderReceiver
/// @notice A receiver of attested orders.
/// @dev Warning: the attestation covers no expiry, contract, calls or delivered amount. All of them come from the order,
/// whose hash is the attested request id.
interface IAttestedOrderReceiver is IFillVerifier, IFillSettlement {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    function initialize(Config calldata config) external;

    /// @notice Pays an order that names this contract as its fill contract.
    /// @dev Native: msg.value must equal `amount`. ERC-20: takes exactly `amount` from the caller, and counts the amount that
    /// arrives. All of it goes to the recipient.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param order The proof of the attested order.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
    /// @param amount The amount to pay, in the smallest unit of the order's output currency.
    /// @return delivered The amount that arrived and was passed on.
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable returns (uint256 delivered);

    /// @notice Authorizes the call of `payAuthorized` in an attested order. Any solver can then make the call.
    /// @dev Anyone may call this, even while paused, and again until the call is paid.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param order The proof of the attested order.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external;
}
