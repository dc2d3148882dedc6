// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillVerifier} from "../FillVerifier.sol";
import {Failures} from "../libraries/Failures.sol";
import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {OrderCall, OrderOutput} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {Terms} from "../types/Terms.sol";

/// @title OrderEvidence
/// @notice Reads the output of a proved order into terms, for every kind of evidence that has an order.
/// @dev An order is filled in one of two ways, and says which: a direct fill names this contract as its fill contract
/// and calls it not; an authorised one names a configured router or nothing, and calls `payAuthorized` here once.
abstract contract OrderEvidence is FillVerifier {
    /// @dev Fills in what `output` says. Expects the origin's words, so that an authorised call can be held to them.
    function _readOutput(Terms memory t, OrderOutput calldata output, bytes32[] calldata recipientProof) internal view {
        t.outputChainId = _chainIdOf(output.chainId);
        t.deadline = output.deadline;

        OrderCall[] memory calls = new OrderCall[](output.calls.length);
        uint256 callsHere;
        bytes calldata callHere = output.extraData[:0];
        for (uint256 i = 0; i < calls.length; ++i) {
            bool ok;
            (ok, calls[i]) = Orders.tryDecodeCall(output.calls[i]);
            if (!ok) {
                _failTerms(t, abi.encodeWithSelector(InvalidOrderCall.selector, i, output.calls[i]));
            } else if (calls[i].to == address(this)) {
                ++callsHere;
                callHere = Orders.callData(output.calls[i]);
                t.value = calls[i].value;
            }
        }

        bool namesThis = keccak256(output.extraData) == keccak256(abi.encode(address(this)));
        bool forThis = namesThis ? callsHere == 0 : callsHere == 1 && _namesRouterOrNothing(output.extraData);
        if (!forThis) _failFillContract(t, output, callsHere);
        if (namesThis || callsHere == 0) {
            t.calls = calls;
            _readDirect(t, output);
        } else {
            _readAuthorised(t, output, callHere, callsHere);
        }
        (t.recipientAllowed, t.recipientHook) = _recipientEntry(t.recipient, recipientProof);
    }

    /// @dev Notes a failure of the evidence; the first one counts.
    function _failTerms(Terms memory t, bytes memory failure) internal pure {
        if (t.termsFailure.length == 0) t.termsFailure = failure;
    }

    /// @dev Notes that `field` is `found` in one part of the evidence and `required` in another.
    function _matchTerm(Terms memory t, bytes32 field, bytes32 found, bytes32 required) internal pure {
        if (found != required) {
            _failTerms(t, Failures.encode(TermsMismatch.selector, uint256(field), uint256(found), uint256(required)));
        }
    }

    /// @dev The terms are the order's one payment.
    function _readDirect(Terms memory t, OrderOutput calldata output) private pure {
        t.maximum = type(uint256).max;
        uint256 payments = output.payments.length;
        uint256 minimum = payments == 1 ? output.payments[0].minimumAmount : 0;
        if (minimum == 0) {
            _failTerms(t, Failures.encode(UnsupportedOutput.selector, payments, minimum, t.maximum));
            return;
        }
        t.minimum = minimum;
        t.token = _readAddress(t, output.payments[0].currency);
        t.recipient = _readAddress(t, output.payments[0].recipient);
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
            _failFillContract(t, output, callsHere);
            return;
        }
        if (p.minimum == 0 || p.minimum > p.maximum) {
            uint256 payments = output.payments.length;
            _failTerms(t, Failures.encode(UnsupportedOutput.selector, payments, p.minimum, p.maximum));
        }
        _matchTerm(t, "originChainId", bytes32(p.originChainId), bytes32(t.originChainId));
        _matchTerm(t, "originUser", p.originUser, t.originUser);
        _matchTerm(t, "originCurrency", p.originCurrency, t.originCurrency);
        if (p.deadline > output.deadline) {
            _matchTerm(t, "deadline", bytes32(uint256(p.deadline)), bytes32(uint256(output.deadline)));
        }
        for (uint256 i = 0; i < output.payments.length; ++i) {
            _readAddress(t, output.payments[i].currency);
            address recipient = _readAddress(t, output.payments[i].recipient);
            _matchTerm(t, "recipient", _padded(p.recipient), _padded(recipient));
        }

        _setPayment(t, p);
        t.amount = p.token == address(0) ? t.value : p.minimum;
    }

    /// @dev An EVM address in an order is exactly 20 bytes.
    function _readAddress(Terms memory t, bytes calldata raw) private pure returns (address account) {
        bool ok;
        (ok, account) = Orders.tryAddress(raw);
        if (!ok) _failTerms(t, abi.encodeWithSelector(InvalidOrderAddress.selector, raw));
    }

    function _namesRouterOrNothing(bytes calldata extraData) private view returns (bool) {
        if (extraData.length == 0) return true;
        return
            extraData.length == 32 &&
            uint256(bytes32(extraData)) >> 160 == 0 &&
            isRouter(address(uint160(uint256(bytes32(extraData)))));
    }

    /// @dev Notes that the order names another contract, or this one wrongly.
    function _failFillContract(Terms memory t, OrderOutput calldata output, uint256 callsHere) internal view {
        _failTerms(t, abi.encodeWithSelector(WrongFillContract.selector, output.extraData, callsHere, address(this)));
    }
}
