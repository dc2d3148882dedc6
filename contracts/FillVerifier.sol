// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {FillPolicy} from "./FillPolicy.sol";
import {Payments} from "./libraries/Payments.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillVerifier
/// @notice The checks of a fill, and the gate that every payment passes.
/// @dev Inherit it through a kind of evidence (`AttestedOrders`), call `__FillPolicy_init` from an initializer or from
/// a constructor that is marked `initializer`, and let every entry point that pays or acts go through `_accept`. Each
/// check is a small virtual function that reverts, or does nothing: override one to change one rule.
/// @dev Every entry has one order: identify the payment, refuse or return it, check it, mark it, and only then move money.
/// @dev Warning: a payment must follow `_accept`, never precede it, in a `nonReentrant` function.
/// @dev Warning: never add a payable function that delegatecalls this contract, such as a payable multicall. Each of its
/// calls sees the same msg.value: a contract that keeps what it takes would credit it once for each call.
abstract contract FillVerifier is FillPolicy, ReentrancyGuardTransient {
    // The gate

    /// @dev Checks what can have changed since the evidence was read, and `amount`. Marks nothing: that is the entry's, right
    /// after it (`_acceptDirect`, `_acceptCall`). Runs in each payment and nowhere else: override it to restrict payers or
    /// amounts further.
    // slither-disable-next-line msg-value-in-nonpayable
    function _accept(Terms memory terms, uint256 amount) internal virtual {
        _requireNotPaused();
        _checkExpiry(terms.deadline);
        _checkPayment(terms, amount, msg.value);
    }

    // The checks of evidence

    /// @dev The attested chain and the chain that the order names are this one. The name stands for the configured
    /// chain id, so that a receiver on a fork that took another id refuses everything.
    function _checkDestination(uint256 chainId, bytes32 chainNameHash) internal view virtual {
        if (chainId == block.chainid) chainId = _chainIdOf(chainNameHash);
        if (chainId != block.chainid) revert WrongDestinationChain(chainId, block.chainid);
    }

    /// @dev The origin chain and currency are an accepted route, and the amount sent lies in its range.
    function _checkOrigin(uint256 chainId, bytes32 currency, uint256 amount) internal view virtual {
        Range storage range = _verifierStorage().routes[chainId][currency];
        (uint256 min, uint256 max) = (range.min, range.max);
        if (max == 0) revert OriginNotAccepted(chainId, currency);
        if (amount < min || amount > max) revert AmountOutOfRange(amount, min, max);
    }

    /// @dev The attested request id is not zero, and is the order's hash.
    function _checkRequestId(bytes32 requestId, bytes32 id) internal view virtual {
        if (requestId == bytes32(0)) revert InvalidRequestId(requestId);
        if (requestId != id) revert OrderMismatch(id, requestId);
    }

    /// @dev The attested recipient is an EVM address, and that of the terms.
    function _checkAttestedRecipient(bytes32 attested, address recipient) internal view virtual {
        if (uint256(attested) >> 160 != 0) revert InvalidRecipient(attested);
        if (attested != _padded(recipient)) revert RecipientMismatch(attested, _padded(recipient));
    }

    /// @dev The recipient is on the allowlist and not forbidden; forbidden wins. `flags` are the recipient's.
    function _checkRecipient(Terms memory terms, uint256 flags) internal view virtual {
        address recipient = terms.recipient;
        if (recipient == address(0) || recipient == terms.token || _isForbidden(recipient, flags)) {
            revert InvalidRecipient(_padded(recipient));
        }
        if (flags & RECIPIENT == 0) revert RecipientNotAllowed(recipient);
    }

    // The checks of evidence and of payments

    /// @dev Not signed by the attestation: the deadline is the order's.
    function _checkExpiry(uint256 deadline) internal view virtual {
        // Deadlines are in seconds, within the chain's rules for its clock.
        // slither-disable-next-line timestamp
        if (block.timestamp > deadline) revert RequestExpired(block.timestamp, deadline);
    }

    /// @dev The token is on the list, and has this range. Asked before the token is called: when evidence is presented, in a direct
    /// fill, and when a payment is returned. The payment of an authorized call does not ask again: a rule that is added here
    /// raises the epoch (`_raisePolicyEpoch`) when it narrows.
    function _checkToken(address token) internal view virtual returns (uint256 min, uint256 max) {
        Range storage range = _verifierStorage().tokens[token];
        (min, max) = (range.min, range.max);
        if (max == 0) revert TokenNotAccepted(token);
    }

    /// @dev The token is on the list, and `lowest` to `highest` lies in its range.
    function _checkTokenRange(address token, uint256 lowest, uint256 highest) internal view virtual {
        (uint256 min, uint256 max) = _checkToken(token);
        if (lowest < min || highest > max) {
            revert TokenAmountOutOfRange(token, lowest < min ? lowest : highest, min, max);
        }
    }

    /// @dev `amount` is within the terms, and comes as native value if and only if the token is native.
    function _checkPayment(Terms memory terms, uint256 amount, uint256 value) internal view virtual {
        uint256 required = terms.token == address(0) ? amount : 0;
        if (value != required) revert UnexpectedValue(value, required);
        if (amount < terms.minimum) revert PaymentTooLow(amount, terms.minimum);
        if (amount > terms.maximum) revert PaymentTooHigh(amount, terms.maximum);
    }

    // For evidence and entries

    /// @dev Completes `terms` with the hook of its recipient, which is checked.
    function _readRecipient(Terms memory terms, bytes32[] calldata recipientProof) internal view {
        uint256 flags = _recipientFlags(terms.recipient, recipientProof);
        _checkRecipient(terms, flags);
        terms.hook = flags & HOOK != 0;
    }

    /// @dev The arguments of an authorized call agree with the evidence's words, which `terms` has.
    function _checkCall(Terms memory terms, Payment calldata payment) internal pure {
        _checkRange(payment.minimum, payment.maximum);
        _match("originChainId", bytes32(payment.originChainId), bytes32(terms.originChainId));
        _match("originUser", payment.originUser, terms.originUser);
        _match("originCurrency", payment.originCurrency, terms.originCurrency);
        if (payment.deadline > terms.deadline) {
            revert TermsMismatch("deadline", bytes32(uint256(payment.deadline)), bytes32(terms.deadline));
        }
    }

    /// @dev Takes the id and the terms of an authorized payment from its own arguments.
    function _readCall(Terms memory terms, Payment calldata payment) internal view {
        terms.id = Payments.hash(payment, address(this));
        terms.token = payment.token;
        terms.minimum = payment.minimum;
        terms.maximum = payment.maximum;
        terms.recipient = payment.recipient;
        terms.refundTo = payment.refundTo;
        terms.deadline = payment.deadline;
    }

    /// @dev A payment of nothing, or of no amount at all, is never enough.
    function _checkRange(uint256 minimum, uint256 maximum) internal pure {
        if (minimum == 0 || minimum > maximum) revert UnsupportedOutput(1, minimum, maximum);
    }

    /// @dev `field` is the same in two parts of the evidence.
    function _match(bytes32 field, bytes32 found, bytes32 required) internal pure {
        if (found != required) revert TermsMismatch(field, found, required);
    }

    /// @dev Left-pads an address.
    function _padded(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
