// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, Config} from "../types/Config.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {ISignedOrders} from "./ISignedOrders.sol";

/// @title ISignedOrderReceiver
/// @notice A receiver for services whose request ids are not order ids. The solver signs the order id.
/// @dev An order is filled only by its call of `payAuthorized`, and each call is paid once. There is no attestation and no
/// user: `originUser` is zero.
interface ISignedOrderReceiver is IFillVerifier, IFillSettlement, ISignedOrders {
    /// @notice Sets up a proxy or a clone, once.
    /// @param config Roles, chain name and lists.
    /// @param chains The names that orders give to the origin chains.
    function initialize(Config calldata config, ChainConfig[] calldata chains) external;

    /// @notice Authorizes the call of `payAuthorized` in a signed order. Any solver can then make the call.
    /// @dev Anyone may call this, even while paused, and again until the call is paid.
    /// @param order The proof of the order, with the payments of its inputs.
    /// @param signature The solver's signature over the order id.
    /// @param recipientProof The recipient's proof in the recipient tree; empty if the recipient is on the list.
    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external;
}
