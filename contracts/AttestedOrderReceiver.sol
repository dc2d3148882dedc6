// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DirectFills} from "./DirectFills.sol";
import {FillSettlement} from "./FillSettlement.sol";
import {AttestedOrders} from "./evidence/AttestedOrders.sol";
import {IAttestedOrderReceiver} from "./interfaces/IAttestedOrderReceiver.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {Attestation} from "./types/Attestation.sol";
import {Config} from "./types/Config.sol";
import {OrderProof} from "./types/Order.sol";
import {Terms} from "./types/Terms.sol";

/// @title AttestedOrderReceiver
/// @notice Accepts fills of attested orders, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract AttestedOrderReceiver is AttestedOrders, FillSettlement, IAttestedOrderReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IAttestedOrderReceiver
    function initialize(Config memory config) external initializer {
        __FillDelivery_init(config);
    }

    /// @inheritdoc IAttestedOrderReceiver
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return
            _deliverWithinTokenRangeAndReport(
                _acceptUnmeasured(attestation, signature, order, recipientProof, amount),
                amount
            );
    }

    /// @inheritdoc IAttestedOrderReceiver
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        (Terms memory call, bytes32 orderId) = _readAuthorizedFill(attestation, signature, order, recipientProof);
        _authorize(call, orderId);
    }

    /// @inheritdoc IFillSettlement
    function isPaid(
        bytes32 id
    ) public view virtual override(DirectFills, FillSettlement, IFillSettlement) returns (bool) {
        return DirectFills.isPaid(id) || FillSettlement.isPaid(id);
    }
}
