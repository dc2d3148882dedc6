// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "./FillSettlement.sol";
import {SignedOrders} from "./evidence/SignedOrders.sol";
import {ISignedOrderReceiver} from "./interfaces/ISignedOrderReceiver.sol";
import {ChainConfig, Config} from "./types/Config.sol";
import {SignedOrderProof} from "./types/SignedOrder.sol";
import {Terms} from "./types/Terms.sol";

/// @title SignedOrderReceiver
/// @notice Accepts authorized fills of orders that the solver signed, and passes them on to allowed recipients.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction.
contract SignedOrderReceiver is SignedOrders, FillSettlement, ISignedOrderReceiver {
    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc ISignedOrderReceiver
    function initialize(Config memory config, ChainConfig[] calldata chains) external initializer {
        __FillDelivery_init(config);
        __SignedOrders_init(chains);
    }

    /// @inheritdoc ISignedOrderReceiver
    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        (Terms memory call, bytes32 orderId) = _readAuthorizedFill(order, signature, recipientProof);
        _authorize(call, orderId);
    }
}
