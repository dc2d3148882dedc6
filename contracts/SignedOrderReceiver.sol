// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "./FillSettlement.sol";
import {FillVerifier} from "./FillVerifier.sol";
import {SignedOrders} from "./evidence/SignedOrders.sol";
import {ISignedOrderReceiver} from "./interfaces/ISignedOrderReceiver.sol";
import {ChainConfig, Config} from "./types/Config.sol";
import {SignedOrderProof} from "./types/SignedOrder.sol";
import {Terms, Way} from "./types/Terms.sol";

/// @title SignedOrderReceiver
/// @notice Accepts fills of orders that the solver signed, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract SignedOrderReceiver is SignedOrders, FillSettlement, ISignedOrderReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc ISignedOrderReceiver
    function initialize(Config memory config, ChainConfig[] memory chains) external initializer {
        __FillVerifier_init(config);
        __FillSettlement_init(config);
        __SignedOrders_init(chains);
    }

    /// @inheritdoc ISignedOrderReceiver
    function fill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        return _settleOrder(_acceptDirectFill(order, signature, recipientProof, amount));
    }

    /// @inheritdoc ISignedOrderReceiver
    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        Terms memory t;
        _readEvidence(t, order, signature, recipientProof, Way.Authorized);
        _authorize(t);
    }

    /// @inheritdoc ISignedOrderReceiver
    function inspectFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        address payer,
        uint256 amount
    ) external view returns (uint256 failed) {
        Terms memory t;
        _readEvidence(t, order, signature, recipientProof, Way.Either);
        return _inspectFill(t, payer, amount);
    }

    /// @inheritdoc SignedOrders
    function _checkOrigin(Terms memory t) internal view virtual override(FillVerifier, SignedOrders) {
        super._checkOrigin(t);
    }

    /// @inheritdoc SignedOrders
    function _checkAmountSent(Terms memory t) internal view virtual override(FillVerifier, SignedOrders) {
        super._checkAmountSent(t);
    }
}
