// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Failures} from "../libraries/Failures.sol";
import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {OrderCall, OrderOutput, OrderOutputPayment} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {Terms, Way} from "../types/Terms.sol";
import {FillEvidence} from "./FillEvidence.sol";

/// @title OrderEvidence
/// @notice Reads the output of a proved order into terms, for every kind of evidence that has an order.
/// @dev An order is filled in one of two ways, and says which: a direct fill names this contract as its fill contract
/// and calls it not; an authorised one names a configured router or nothing, and calls `payAuthorized` here once.
abstract contract OrderEvidence is FillEvidence {
    /// @dev Completes what `Orders.readOutput` read. Expects the origin's words, so that an authorised call can be held
    /// to them.
    function _readOutput(
        Terms memory t,
        OrderOutput calldata output,
        bytes32[] calldata recipientProof,
        Way way
    ) internal view {
        // The terms of a direct fill are the order's one payment, which is read already.
        t.maximum = type(uint256).max;
        if (!t.isPlain || way == Way.Authorised) _readCalls(t, output, way);
        else if (t.minimum == 0) _failOutput(t, output.payments);
        t.recipientFlags = _recipientFlags(t.recipient, recipientProof);
    }

    /// @dev An order with calls, or one that is not for a direct fill.
    function _readCalls(Terms memory t, OrderOutput calldata output, Way way) private view {
        (bytes calldata callHere, uint256 callsHere) = _decodeCalls(t, output.calls);
        bool direct = _namesThis(output.extraData);
        if (
            direct
                ? callsHere != 0 || way == Way.Authorised
                : callsHere != 1 || way == Way.Direct || !_namesRouterOrNothing(output.extraData)
        ) {
            _failFillContract(t, output.extraData, callsHere);
        }
        if (!direct && callsHere != 0) _readAuthorised(t, output, callHere, callsHere);
        else if (t.minimum == 0) _failOutput(t, output.payments);
    }

    /// @dev Decodes the calls, and finds those that target this contract.
    function _decodeCalls(
        Terms memory t,
        bytes[] calldata blobs
    ) private view returns (bytes calldata callHere, uint256 callsHere) {
        callHere = msg.data;
        OrderCall[] memory calls = new OrderCall[](blobs.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            bool ok;
            (ok, calls[i]) = Orders.tryDecodeCall(blobs[i]);
            if (!ok) {
                _failTerms(t, abi.encodeWithSelector(InvalidOrderCall.selector, i, blobs[i]));
            } else if (calls[i].to == address(this)) {
                ++callsHere;
                callHere = Orders.callData(blobs[i]);
                t.value = calls[i].value;
            }
        }
        t.calls = calls;
    }

    function _failOutput(Terms memory t, OrderOutputPayment[] calldata payments) private pure {
        for (uint256 i = 0; i < payments.length; ++i) {
            if (payments[i].currency.length != 20) _failAddress(t, payments[i].currency);
            if (payments[i].recipient.length != 20) _failAddress(t, payments[i].recipient);
        }
        _failTerms(t, Failures.encode(UnsupportedOutput.selector, payments.length, t.minimum, t.maximum));
    }

    /// @dev The terms are the authorised call's arguments, held to the evidence.
    function _readAuthorised(
        Terms memory t,
        OrderOutput calldata output,
        bytes calldata callHere,
        uint256 callsHere
    ) private view {
        (bool ok, Payment memory p) = Payments.tryDecode(callHere);
        if (!ok) {
            _failFillContract(t, output.extraData, callsHere);
            return;
        }
        t.calls = new OrderCall[](0);
        _readPayment(t, p);

        OrderOutputPayment[] calldata payments = output.payments;
        for (uint256 i = 0; i < payments.length; ++i) {
            if (payments[i].currency.length != 20) _failAddress(t, payments[i].currency);
            bytes calldata recipient = payments[i].recipient;
            if (recipient.length != 20) _failAddress(t, recipient);
            else _matchTerm(t, "recipient", _padded(p.recipient), _padded(address(bytes20(recipient))));
        }
        t.amount = p.token == address(0) ? t.value : p.minimum;
    }

    /// @dev An EVM address in an order is exactly 20 bytes.
    function _failAddress(Terms memory t, bytes calldata raw) private pure {
        _failTerms(t, abi.encodeWithSelector(InvalidOrderAddress.selector, raw));
    }

    function _namesThis(bytes calldata extraData) private view returns (bool) {
        return extraData.length == 32 && bytes32(extraData) == _padded(address(this));
    }

    function _namesRouterOrNothing(bytes calldata extraData) private view returns (bool) {
        if (extraData.length == 0) return true;
        return
            extraData.length == 32 &&
            uint256(bytes32(extraData)) >> 160 == 0 &&
            isRouter(address(uint160(uint256(bytes32(extraData)))));
    }
}
