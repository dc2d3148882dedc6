// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ISignedOrders} from "../interfaces/ISignedOrders.sol";
import {ChainNames} from "../libraries/ChainNames.sol";
import {Orders} from "../libraries/Orders.sol";
import {ChainConfig} from "../types/Config.sol";
import {OrderInputPayment, OrderOutput} from "../types/Order.sol";
import {SignedOrderInput, SignedOrderProof} from "../types/SignedOrder.sol";
import {Terms} from "../types/Terms.sol";
import {OrderEvidence} from "./OrderEvidence.sol";

/// @title SignedOrders
/// @notice Evidence of services whose solver signs the order id.
/// @dev Trust: everything comes from the order, which is signed by the solver that the order names. A signed order names no
/// user, so hooks get zero as the user. An order with several inputs has no single origin, so hooks get zeros as the origin.
/// There is no direct fill: signed orders are filled by authorized calls or through inboxes, as the public service fills
/// them.
abstract contract SignedOrders is OrderEvidence, ISignedOrders {
    using ChainNames for ChainNames.State;

    /// @custom:storage-location erc7201:fillproof.storage.SignedOrders
    struct SignedOrdersStorage {
        ChainNames.State chains;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.SignedOrders")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant SIGNED_ORDERS_STORAGE = 0x17d581aa34a91bcbad54df8cef2af9edf4c91a458bcd1f9ccb2922583ca89c00;

    /// @dev Sets the names of the origin chains.
    function __SignedOrders_init(ChainConfig[] calldata chains) internal onlyInitializing {
        for (uint256 i = 0; i < chains.length; ++i) _setChain(chains[i]);
    }

    /// @inheritdoc ISignedOrders
    function setChain(ChainConfig memory config) external onlyRole(POLICY_ROLE) {
        _setChain(config);
    }

    /// @inheritdoc ISignedOrders
    function chainOf(string calldata name) public view returns (uint256 chainId, bool isEvm) {
        return _signedOrdersStorage().chains.get(keccak256(bytes(name)));
    }

    /// @dev Checks everything about an order that contains a call of `payAuthorized`. Returns the call's terms.
    function _readAuthorizedFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) internal view returns (Terms memory terms, bytes32 orderId) {
        Orders.readSignedProof(order, terms);
        orderId = terms.id;
        terms.solver = _recoverSolver(MessageHashUtils.toEthSignedMessageHash(orderId), signature);
        _match("solver", _padded(order.solver), _padded(terms.solver));
        _checkDestination(block.chainid, terms.chainNameHash);
        _readInputs(terms, order.inputs);
        _readAuthorized(terms, order.output);
        _readRecipient(terms, recipientProof);
    }

    /// @dev Checks everything about an order that pays an inbox, except which inbox the order pays. Returns the terms of the
    /// order's payment; `terms.recipient` is the account that the order pays. The order may name any fill contract, which
    /// affects how the service counts the fill, not the amount that arrives.
    function _readInboxFill(
        SignedOrderProof calldata order,
        bytes calldata signature
    ) internal view returns (Terms memory terms) {
        Orders.readSignedProof(order, terms);
        terms.solver = _recoverSolver(MessageHashUtils.toEthSignedMessageHash(terms.id), signature);
        _match("solver", _padded(order.solver), _padded(terms.solver));
        _checkDestination(block.chainid, terms.chainNameHash);
        _readInputs(terms, order.inputs);
        OrderOutput calldata output = order.output;
        if (output.calls.length != 0) revert CallsNotSupported(output.calls.length);
        // `Orders` leaves the minimum zero unless there is exactly one payment, with addresses of 20 bytes.
        if (terms.minimum == 0) {
            _checkAddresses(output.payments);
            revert UnsupportedOutput(output.payments.length, terms.minimum, type(uint256).max);
        }
    }

    /// @dev Checks that each input is on an accepted route, and that its amount is in the route's range. Amounts are never
    /// summed. An order without inputs is refused.
    function _readInputs(Terms memory terms, SignedOrderInput[] calldata inputs) private view {
        if (inputs.length == 0) revert OriginNotAccepted(0, bytes32(0));
        for (uint256 i = 0; i < inputs.length; ++i) {
            OrderInputPayment calldata payment = inputs[i].payment;
            (uint256 chainId, bool isEvm) = chainOf(payment.chainId);
            bytes calldata currency = payment.currency;
            if (isEvm || currency.length > 32) _checkAddress(currency);
            bytes32 word = bytes32(currency) >> (currency.length < 32 ? 256 - currency.length * 8 : 0);
            _checkOrigin(chainId, word, payment.amount);
            if (inputs.length == 1) (terms.originChainId, terms.originCurrency) = (chainId, word);
        }
    }

    function _setChain(ChainConfig memory config) private {
        bytes32 fault = ChainNames.findFault(config);
        if (fault != 0) revert InvalidConfig(fault);
        bool narrowed = _signedOrdersStorage().chains.set(config.name, config.chainId, config.isEvm);
        emit ChainSet(config.name, config.chainId, config.isEvm);
        if (narrowed) _raisePolicyEpoch();
    }

    function _signedOrdersStorage() private pure returns (SignedOrdersStorage storage $) {
        assembly {
            $.slot := SIGNED_ORDERS_STORAGE
        }
    }
}
