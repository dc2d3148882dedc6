// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Failures} from "../libraries/Failures.sol";
import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {OrderOutput, OrderOutputPayment} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {Terms, Way} from "../types/Terms.sol";
import {FillEvidence} from "./FillEvidence.sol";

/// @title OrderEvidence
/// @notice Reads the output of a proved order into terms, for every kind of evidence that has an order.
/// @dev An order is filled in one of two ways, and says which: a direct fill names this contract as its fill contract
/// and has no calls; an authorized one names a configured router or nothing, and calls `payAuthorized` here once.
abstract contract OrderEvidence is FillEvidence {
    /// @dev Completes what `Orders.readOutput` read. Expects the origin's words, which an authorized call must repeat.
    function _readOutput(
        Terms memory t,
        OrderOutput calldata output,
        bytes32[] calldata recipientProof,
        Way way
    ) internal view {
        // The terms of a direct fill are the order's one payment, which is read already.
        t.maximum = type(uint256).max;
        if (t.isDirect && way != Way.Authorized) {
            if (t.minimum == 0) {
                _checkAddresses(t, output.payments);
                _failTerms(
                    t,
                    Failures.encode(UnsupportedOutput.selector, output.payments.length, t.minimum, t.maximum)
                );
            }
        } else {
            _readAuthorized(t, output, way);
        }
        t.recipientFlags = _recipientFlags(t.recipient, recipientProof);
    }

    /// @dev The terms are the authorized call's arguments, and the evidence must say the same.
    function _readAuthorized(Terms memory t, OrderOutput calldata output, Way way) private view {
        bytes calldata extraData = output.extraData;
        (bool named, address filler) = _readFillContract(extraData);
        if (filler == address(this) && way != Way.Authorized) {
            _failTerms(t, Failures.encode(CallsNotSupported.selector, output.calls.length));
            return;
        }
        (bytes calldata callHere, uint256 callsHere) = _findCall(t, output.calls);
        (bool ok, Payment calldata p) = Payments.tryDecode(callHere);
        bool fits = named ? isRouter(filler) : extraData.length == 0;
        if (!ok || !fits || callsHere != 1 || way == Way.Direct) _failFillContract(t, extraData, callsHere);
        if (!ok) return;
        _readPayment(t, p);
        _checkAddresses(t, output.payments);
        _checkRecipients(t, output.payments, named ? filler : p.recipient);
        t.amount = p.token == address(0) ? t.value : p.minimum;
    }

    /// @dev Finds the calls that target this contract, and the last one's data and value. Every call is decoded.
    function _findCall(
        Terms memory t,
        bytes[] calldata blobs
    ) private view returns (bytes calldata callHere, uint256 callsHere) {
        callHere = msg.data[:0];
        for (uint256 i = 0; i < blobs.length; ++i) {
            (bool ok, address to, uint256 value, bytes calldata data) = Orders.tryDecodeCall(blobs[i]);
            if (!ok) {
                _failTerms(t, abi.encodeWithSelector(InvalidOrderCall.selector, i, blobs[i]));
            } else if (to == address(this)) {
                ++callsHere;
                callHere = data;
                t.value = value;
            }
        }
    }

    /// @dev EVM addresses in an order are exactly 20 bytes.
    function _checkAddresses(Terms memory t, OrderOutputPayment[] calldata payments) private pure {
        for (uint256 i = 0; i < payments.length; ++i) {
            _checkAddress(t, payments[i].currency);
            _checkAddress(t, payments[i].recipient);
        }
    }

    /// @dev Each payment of an authorized order goes to the call's recipient, or to the router that makes the call.
    function _checkRecipients(Terms memory t, OrderOutputPayment[] calldata payments, address filler) private pure {
        for (uint256 i = 0; i < payments.length; ++i) {
            bytes32 recipient = bytes32(payments[i].recipient) >> 96;
            if (recipient != _padded(filler)) _matchTerm(t, "recipient", _padded(t.recipient), recipient);
        }
    }

    /// @dev The contract that an order names as its fill contract, if it names one.
    function _readFillContract(bytes calldata extraData) private pure returns (bool named, address filler) {
        named = extraData.length == 32 && uint256(bytes32(extraData)) >> 160 == 0;
        if (named) filler = address(uint160(uint256(bytes32(extraData))));
    }
}
