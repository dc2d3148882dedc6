// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, Config} from "../types/Config.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {ISignedOrders} from "./ISignedOrders.sol";

/// @title ISignedOrderReceiver
/// @notice A receiver of orders that the solver signed: for services whose request id and order id differ.
/// @dev Orders are filled by their call of `payAuthorized` alone; what is paid once is the call. There is no
/// attestation, and no user: `originUser` is zero.
interface ISignedOrderReceiver is IFillVerifier, IFillSettlement, ISignedOrders {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    /// @param chains The origin chains' names in orders.
    function initialize(Config calldata config, ChainConfig[] calldata chains) external;

    /// @notice Remembers the call of `payAuthorized` that a signed order contains, so that any solver can make it.
    /// @dev Anyone may call this, also while paused, and again until the call is paid.
    /// @param order The order, proved; its inputs are read.
    /// @param signature The solver's signature over the order id.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external;
}
