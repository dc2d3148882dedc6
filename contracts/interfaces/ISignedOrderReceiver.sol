// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ChainConfig, Config} from "../types/Config.sol";
import {SignedOrderProof} from "../types/SignedOrder.sol";
import {IFillSettlement} from "./IFillSettlement.sol";
import {IFillVerifier} from "./IFillVerifier.sol";
import {ISignedOrders} from "./ISignedOrders.sol";

/// @title ISignedOrderReceiver
/// @notice A receiver of orders that the solver signed: for services whose request id and order id differ.
/// @dev The id that is paid once is the order id. There is no attestation, and no user: `originUser` is zero.
interface ISignedOrderReceiver is IFillVerifier, IFillSettlement, ISignedOrders {
    /// @notice Sets up a proxy or a clone, once. `chains` are the origin chains' names in orders.
    function initialize(Config calldata config, ChainConfig[] calldata chains) external;

    /// @notice Pays an order that names this contract as its fill contract.
    /// @dev Native: msg.value equals `amount`. ERC-20: exactly `amount` is taken from the caller, and what arrived
    /// counts. All of it goes to the recipient.
    /// @param order The order, proved; its inputs are read.
    /// @param signature The solver's signature over the order id.
    /// @param recipientProof The recipient's place in the tree of recipients; empty for one that is listed itself.
    /// @param amount What is paid, in the smallest unit of the order's output currency.
    /// @return delivered What arrived and was passed on.
    function fill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable returns (uint256 delivered);

    /// @notice Remembers the call of `payAuthorized` that a signed order contains, so that any solver can make it.
    /// @dev Anyone may call this, also while paused; repeating it changes nothing.
    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external;

    /// @notice Returns every failing check as a bitmap: bit n is the n-th check of `FillChecks`.
    /// @dev Never reverts on bad values. For a direct fill it also asks whether `payer` holds (and has approved)
    /// `amount`; for an authorized one, whether `amount` is what the call takes.
    function inspectFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        address payer,
        uint256 amount
    ) external view returns (uint256 failed);
}
