// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "./FillSettlement.sol";
import {AttestedOrders} from "./evidence/AttestedOrders.sol";
import {IAttestedOrderReceiver} from "./interfaces/IAttestedOrderReceiver.sol";
import {Attestation} from "./types/Attestation.sol";
import {Config} from "./types/Config.sol";
import {OrderProof} from "./types/Order.sol";
import {Terms, Way} from "./types/Terms.sol";

/// @title AttestedOrderReceiver
/// @notice Accepts fills of attested orders, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract AttestedOrderReceiver is AttestedOrders, FillSettlement, IAttestedOrderReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IAttestedOrderReceiver
    function initialize(Config memory config) external initializer {
        __FillVerifier_init(config);
        __FillSettlement_init(config);
    }

    /// @inheritdoc IAttestedOrderReceiver
    function fill(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return _settleOrder(_acceptDirectFill(a, signature, order, recipientProof, amount));
    }

    /// @inheritdoc IAttestedOrderReceiver
    function authorizeFill(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        Terms memory t;
        _readEvidence(t, a, signature, order, recipientProof, Way.Authorized);
        _authorize(t);
    }

    /// @inheritdoc IAttestedOrderReceiver
    function inspectFill(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        address payer,
        uint256 amount
    ) external view returns (uint256 failed) {
        Terms memory t;
        _readEvidence(t, a, signature, order, recipientProof, Way.Either);
        return _inspectFill(t, payer, amount);
    }
}
