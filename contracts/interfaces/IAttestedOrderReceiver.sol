// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";

/// @title IAttestedOrderReceiver
/// @notice A receiver of attested orders.
/// @dev Warning: the attestation signs neither an expiry, nor a contract, nor calls, nor what arrives. All of these
/// come from the order, whose hash is the attested request id.
interface IAttestedOrderReceiver is IFillVerifier, IFillSettlement {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    function initialize(Config calldata config) external;

    /// @notice Pays an order that names this contract as its fill contract.
    /// @dev Native: msg.value equals `amount`. ERC-20: exactly `amount` is taken from the caller, and what arrives
    /// counts. All of it goes to the recipient.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param order The attested order, proved.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    /// @param amount The amount to pay, in the smallest unit of the order's output currency.
    /// @return delivered The amount that arrived and was passed on.
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable returns (uint256 delivered);

    /// @notice Remembers the call of `payAuthorized` that an attested order contains, so that any solver can make it.
    /// @dev Anyone may call this, also while paused, and again until the call is paid.
    /// @param attestation The solver's attestation.
    /// @param signature The solver's signature over it.
    /// @param order The attested order, proved.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external;
}
