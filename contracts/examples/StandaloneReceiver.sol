// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {DirectFills} from "../DirectFills.sol";
import {FillSettlement} from "../FillSettlement.sol";
import {AttestedOrders} from "../evidence/AttestedOrders.sol";
import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";

/// @title StandaloneReceiver
/// @notice A receiver of attested orders without a proxy. The constructor sets it up, once.
/// @dev The constructor is marked `initializer`, so nothing is left to initialize. If you add bases, use only OpenZeppelin's
/// upgradeable variants: plain `AccessControl` or `Pausable` would keep a separate state.
contract StandaloneReceiver is AttestedOrders, FillSettlement {
    constructor(Config memory config) initializer {
        __FillDelivery_init(config);
    }

    /// @notice Pays an order that names this contract as its fill contract.
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

    /// @notice Authorizes the call of `payAuthorized` in an attested order.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        (Terms memory call, bytes32 orderId) = _readAuthorizedFill(attestation, signature, order, recipientProof);
        _authorize(call, orderId);
    }

    /// @notice Returns whether an order or a call with this id was paid.
    function isPaid(bytes32 id) public view override(DirectFills, FillSettlement) returns (bool) {
        return DirectFills.isPaid(id) || FillSettlement.isPaid(id);
    }
}
