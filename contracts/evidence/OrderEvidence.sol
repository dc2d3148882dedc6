// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillVerifier} from "../FillVerifier.sol";
import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {OrderOutput, OrderOutputPayment} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {Terms} from "../types/Terms.sol";

/// @title OrderEvidence
/// @notice Reads the output of a proved order into terms, for every kind of evidence that has an order.
/// @dev The order determines how it is filled. A direct fill names this contract as its fill contract and has no calls. An
/// authorized fill names a configured router or nothing, and calls `payAuthorized` here once.
abstract contract OrderEvidence is FillVerifier {
    /// @dev Completes the terms of a direct fill: the order's only payment, which `Orders.readOutput` has read.
    function _readDirect(Terms memory terms, OrderOutput calldata output) internal view {
        if (!terms.isDirect) {
            (bool named, address filler) = _readFillContract(output.extraData);
            if (named && filler == address(this)) revert CallsNotSupported(output.calls.length);
            (, uint256 callsHere, ) = _findCall(output.calls);
            revert WrongFillContract(output.extraData, callsHere, address(this));
        }
        terms.maximum = type(uint256).max;
        if (terms.minimum == 0) {
            _checkAddresses(output.payments);
            revert UnsupportedOutput(output.payments.length, terms.minimum, terms.maximum);
        }
    }

    /// @dev Checks the order's call of `payAuthorized` against the rest of the evidence, and copies the terms from the call's
    /// argument. `terms` must already have the origin and the order's deadline.
    function _readAuthorized(Terms memory terms, OrderOutput calldata output) internal view {
        (Payment calldata payment, address payee, uint256 value) = _findPayment(output);
        _checkCall(terms, payment);
        _readCall(terms, payment);
        _checkTokenRange(terms.token, terms.minimum, terms.maximum);
        _checkPayments(output.payments, terms.recipient, payee);
        _checkPayment(terms, terms.token == address(0) ? value : terms.minimum, value);
    }

    /// @dev Returns the argument and the value of the order's one call of `payAuthorized` on this contract. `payee` is the
    /// router that makes the call, or the call's recipient if the order names no router.
    function _findPayment(
        OrderOutput calldata output
    ) private view returns (Payment calldata payment, address payee, uint256 value) {
        bytes calldata extraData = output.extraData;
        bytes calldata callHere;
        uint256 callsHere;
        (callHere, callsHere, value) = _findCall(output.calls);
        bool ok;
        (ok, payment) = Payments.tryDecode(callHere);
        bool named;
        (named, payee) = _readFillContract(extraData);
        if (!ok || callsHere != 1 || !(named ? isRouter(payee) : extraData.length == 0)) {
            revert WrongFillContract(extraData, callsHere, address(this));
        }
        if (!named) payee = payment.recipient;
    }

    /// @dev Counts the calls to this contract, and returns the data and the value of the last such call. Decodes every call.
    function _findCall(
        bytes[] calldata blobs
    ) private view returns (bytes calldata callHere, uint256 callsHere, uint256 valueHere) {
        callHere = msg.data[:0];
        for (uint256 i = 0; i < blobs.length; ++i) {
            (bool ok, address to, uint256 value, bytes calldata data) = Orders.tryDecodeCall(blobs[i]);
            if (!ok) revert InvalidOrderCall(i, blobs[i]);
            if (to == address(this)) (callHere, callsHere, valueHere) = (data, callsHere + 1, value);
        }
    }

    /// @dev Checks that the addresses of each payment are exactly 20 bytes.
    function _checkAddresses(OrderOutputPayment[] calldata payments) internal pure {
        for (uint256 i = 0; i < payments.length; ++i) {
            _checkAddress(payments[i].currency);
            _checkAddress(payments[i].recipient);
        }
    }

    /// @dev Checks that an EVM address is exactly 20 bytes.
    function _checkAddress(bytes calldata raw) internal pure {
        if (raw.length != 20) revert InvalidOrderAddress(raw);
    }

    /// @dev Checks that each payment of an authorized order goes to the call's recipient or to `payee`.
    function _checkPayments(OrderOutputPayment[] calldata payments, address recipient, address payee) private pure {
        _checkAddresses(payments);
        for (uint256 i = 0; i < payments.length; ++i) {
            address paid = address(bytes20(payments[i].recipient));
            if (paid != payee) _match("recipient", _padded(recipient), _padded(paid));
        }
    }

    /// @dev Returns whether an order names a fill contract, and its address.
    function _readFillContract(bytes calldata extraData) private pure returns (bool named, address filler) {
        named = extraData.length == 32 && uint256(bytes32(extraData)) >> 160 == 0;
        if (named) filler = address(uint160(uint256(bytes32(extraData))));
    }
}
