// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "../FillSettlement.sol";
import {AttestedOrders} from "../evidence/AttestedOrders.sol";
import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";

/// @title StandaloneReceiver
/// @notice A receiver of attested orders without a proxy: it is set up by its constructor, once.
/// @dev The constructor is marked `initializer`, which leaves nothing to initialize. Beside these bases take
/// OpenZeppelin's upgradeable variants alone: plain `AccessControl` or `Pausable` would keep a state of their own.
contract StandaloneReceiver is AttestedOrders, FillSettlement {
    constructor(Config memory config) initializer {
        __FillPolicy_init(config.admin, config.guardian, config.chainName);
        _grantFirst(RESCUE_ROLE, config.rescuer, "rescuer");
        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.routes.length; ++i) _setRoute(config.routes[i]);
        for (uint256 i = 0; i < config.tokens.length; ++i) _setToken(config.tokens[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) _setRecipient(config.recipients[i]);
        for (uint256 i = 0; i < config.routers.length; ++i) _setRouter(config.routers[i], true);
        for (uint256 i = 0; i < config.reserved.length; ++i) _setReserved(config.reserved[i], true);
    }

    /// @notice Pays an order that names this contract as its fill contract.
    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return _settleOrder(_acceptDirectFill(attestation, signature, order, recipientProof, amount), amount);
    }

    /// @notice Remembers the call of `payAuthorized` that an attested order contains.
    function authorizeFill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        _authorize(_readAuthorizedFill(attestation, signature, order, recipientProof));
    }
}
