// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ISignedOrders} from "../interfaces/ISignedOrders.sol";
import {ChainNames} from "../libraries/ChainNames.sol";
import {Orders} from "../libraries/Orders.sol";
import {ChainConfig} from "../types/Config.sol";
import {OrderInputPayment} from "../types/Order.sol";
import {SignedOrderInput, SignedOrderProof} from "../types/SignedOrder.sol";
import {Origin, Terms, Way} from "../types/Terms.sol";
import {OrderEvidence} from "./OrderEvidence.sol";

/// @title SignedOrders
/// @notice Evidence of services whose solver signs the order id itself.
/// @dev Trust: all words are the order's, which the solver that it names has signed. There is no user: hooks get
/// zero. With several inputs there is no single origin either, and hooks get zeros.
abstract contract SignedOrders is OrderEvidence, ISignedOrders {
    using ChainNames for ChainNames.State;

    /// @custom:storage-location erc7201:fillproof.storage.SignedOrders
    struct SignedOrdersStorage {
        ChainNames.State chains;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.SignedOrders")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant SIGNED_ORDERS_STORAGE = 0x17d581aa34a91bcbad54df8cef2af9edf4c91a458bcd1f9ccb2922583ca89c00;

    /// @dev Sets the names of the origin chains.
    function __SignedOrders_init(ChainConfig[] memory chains) internal onlyInitializing {
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

    /// @dev Reads the evidence of a fill into `t`.
    function _readEvidence(
        Terms memory t,
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        Way way
    ) internal view {
        Orders.readSignedProof(order, t);
        t.words.requestId = t.id;
        t.words.destinationChainId = _chainIdOf(t.chainNameHash);
        _readSolver(t, MessageHashUtils.toEthSignedMessageHash(t.id), signature);
        _matchTerm(t, "solver", _padded(order.solver), _padded(t.solver));
        _readInputs(t, order.inputs);
        _readOutput(t, order.output, recipientProof, way);
        t.words.destinationUser = _padded(t.recipient);
    }

    /// @dev Checks everything about an order that names this contract as its fill contract, and marks it paid.
    /// The payment, `amount` and the message's value, is the caller's to move, after this.
    function _acceptDirectFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) internal returns (Terms memory t) {
        _readEvidence(t, order, signature, recipientProof, Way.Direct);
        t.amount = amount;
        t.value = msg.value;
        _accept(t);
    }

    /// @dev Each input is on an accepted route; an order without inputs is on none.
    function _checkOrigin(Terms memory t) internal view virtual override {
        if (t.origins.length == 0) super._checkOrigin(t);
        for (uint256 i = 0; i < t.origins.length; ++i) {
            _setOrigin(t, t.origins[i]);
            super._checkOrigin(t);
        }
    }

    /// @dev The amount of each input lies in its own route's range; amounts are never summed.
    function _checkAmountSent(Terms memory t) internal view virtual override {
        for (uint256 i = 0; i < t.origins.length; ++i) {
            _setOrigin(t, t.origins[i]);
            super._checkAmountSent(t);
        }
        _stateOrigin(t);
    }

    function _readInputs(Terms memory t, SignedOrderInput[] calldata inputs) private view {
        t.origins = new Origin[](inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) {
            OrderInputPayment calldata payment = inputs[i].payment;
            (uint256 chainId, bool isEvm) = chainOf(payment.chainId);
            bytes calldata currency = payment.currency;
            if (isEvm || currency.length > 32) _checkAddress(t, currency);
            bytes32 word = bytes32(currency) >> (currency.length < 32 ? 256 - currency.length * 8 : 0);
            Origin memory origin = t.origins[i];
            (origin.chainId, origin.currency, origin.amount) = (chainId, word, payment.amount);
        }
        _stateOrigin(t);
    }

    /// @dev The origin for an authorized call and a hook.
    function _stateOrigin(Terms memory t) private view {
        Origin memory origin;
        if (t.origins.length == 1) origin = t.origins[0];
        _setOrigin(t, origin);
    }

    function _setOrigin(Terms memory t, Origin memory origin) private view {
        t.words.originChainId = origin.chainId;
        t.words.originCurrency = origin.currency;
        t.words.originAmount = origin.amount;
        _setRoute(t);
    }

    function _setChain(ChainConfig memory config) private {
        bytes32 fault = ChainNames.findFault(config);
        if (fault != 0) revert InvalidConfig(fault);
        bool known = _signedOrdersStorage().chains.set(config.name, config.chainId, config.isEvm);
        emit ChainSet(config.name, config.chainId, config.isEvm);
        if (known) _raisePolicyEpoch();
    }

    function _signedOrdersStorage() private pure returns (SignedOrdersStorage storage $) {
        assembly {
            $.slot := SIGNED_ORDERS_STORAGE
        }
    }
}
