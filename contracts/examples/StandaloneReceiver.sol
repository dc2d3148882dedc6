// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "../FillSettlement.sol";
import {AttestedOrders} from "../evidence/AttestedOrders.sol";
import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms, Way} from "../types/Terms.sol";

/// @title StandaloneReceiver
/// @notice A receiver of attested orders without a proxy: it is set up by its constructor, once.
/// @dev The constructor is marked `initializer`, which leaves nothing to initialize. Beside these bases take
/// OpenZeppelin's upgradeable variants alone: plain `AccessControl` or `Pausable` would keep a state of their own.
contract StandaloneReceiver is AttestedOrders, FillSettlement {
    constructor(Config memory config) initializer {
        __FillVerifier_init(config);
        __FillSettlement_init(config);
    }

    /// @notice Pays an order that names this contract as its fill contract.
    function fill(
        Attestation calldata a,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return _settleOrder(_acceptDirectFill(a, signature, order, recipientProof, amount));
    }

    /// @notice Remembers the call of `payAuthorized` that an attested order contains.
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
}
