// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {FillPolicy} from "./FillPolicy.sol";
import {Payments} from "./libraries/Payments.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillVerifier
/// @notice The checks of a fill, and the gate that every payment passes.
/// @dev Inherit it through a kind of evidence, such as `AttestedOrders`. Call `__FillPolicy_init` from an initializer, or
/// from a constructor that is marked `initializer`. Every entry point that pays or acts must go through `_accept`. Each check
/// is a small virtual function that reverts or does nothing: to change one rule, override one check.
/// @dev Every entry point has the same steps: identify the payment, refuse or return it, check it, mark it, and only then
/// move money.
/// @dev Warning: move money only after `_accept`, never before it, in a `nonReentrant` function.
/// @dev Warning: never add a payable function that delegatecalls this contract, such as a payable multicall. Each inner call
/// sees the same msg.value, so a contract that keeps the money would credit it once for each inner call.
abstract contract FillVerifier is FillPolicy, ReentrancyGuardTransient {
    // The gate

    /// @dev Checks `amount`, and everything that can have changed since the evidence was read. Does not mark anything as
    /// paid: its callers, such as `_acceptDirect` and `_acceptCall`, do so right afterwards. Runs in each payment and nowhere
    /// else. Override it to restrict payers or amounts further.
    // slither-disable-next-line msg-value-in-nonpayable
    function _accept(Terms memory terms, uint256 amount) internal virtual {
        _requireNotPaused();
        _checkExpiry(terms.deadline);
        _checkPayment(terms, amount, msg.value);
    }

    // The checks of evidence

    /// @dev Checks that the attested chain and the order's destination chain are this chain. The order's chain name is looked
    /// up as the chain id of the configuration. So a receiver on a fork with another id refuses everything.
    function _checkDestination(uint256 chainId, bytes32 chainNameHash) internal view virtual {
        if (chainId == block.chainid) chainId = _chainIdOf(chainNameHash);
        if (chainId != block.chainid) revert WrongDestinationChain(chainId, block.chainid);
    }

    /// @dev Checks that the origin chain and currency are an accepted route, and that the amount sent is in the route's
    /// range.
    function _checkOrigin(uint256 chainId, bytes32 currency, uint256 amount) internal view virtual {
        Range storage range = _verifierStorage().routes[chainId][currency];
        (uint256 min, uint256 max) = (range.min, range.max);
        if (max == 0) revert OriginNotAccepted(chainId, currency);
        if (amount < min || amount > max) revert AmountOutOfRange(amount, min, max);
    }

    /// @dev Checks that the attested request id is the order's hash and not zero.
    function _checkRequestId(bytes32 requestId, bytes32 id) internal view virtual {
        if (requestId == bytes32(0)) revert InvalidRequestId(requestId);
        if (requestId != id) revert OrderMismatch(id, requestId);
    }

    /// @dev Checks that the attested recipient is an EVM address, and equals the recipient of the terms.
    function _checkAttestedRecipient(bytes32 attested, address recipient) internal view virtual {
        if (uint256(attested) >> 160 != 0) revert InvalidRecipient(attested);
        if (attested != _padded(recipient)) revert RecipientMismatch(attested, _padded(recipient));
    }

    /// @dev Checks that the recipient is allowed and not forbidden; forbidden wins. `flags` are the recipient's flags.
    function _checkRecipient(Terms memory terms, uint256 flags) internal view virtual {
        address recipient = terms.recipient;
        if (recipient == address(0) || recipient == terms.token || _isForbidden(recipient, flags)) {
            revert InvalidRecipient(_padded(recipient));
        }
        if (flags & RECIPIENT == 0) revert RecipientNotAllowed(recipient);
    }

    // The checks of evidence and of payments

    /// @dev Checks the deadline of the order, the registered terms or the call. An attestation has no deadline.
    function _checkExpiry(uint256 deadline) internal view virtual {
        // Deadlines are in seconds, and the chain's rules for timestamps apply.
        // slither-disable-next-line timestamp
        if (block.timestamp > deadline) revert RequestExpired(block.timestamp, deadline);
    }

    /// @dev Checks that the token is on the list, and returns its range. Runs before the token is called: when evidence is
    /// presented, in a direct fill, and when a payment is returned. It does not run again when an authorized call is paid. If
    /// you add a rule here, raise the epoch (`_raisePolicyEpoch`) whenever the rule is narrowed.
    function _checkToken(address token) internal view virtual returns (uint256 min, uint256 max) {
        Range storage range = _verifierStorage().tokens[token];
        (min, max) = (range.min, range.max);
        if (max == 0) revert TokenNotAccepted(token);
    }

    /// @dev Checks that the token is on the list, and that `lowest` to `highest` is in its range.
    function _checkTokenRange(address token, uint256 lowest, uint256 highest) internal view virtual {
        (uint256 min, uint256 max) = _checkToken(token);
        if (lowest < min || highest > max) {
            revert TokenAmountOutOfRange(token, lowest < min ? lowest : highest, min, max);
        }
    }

    /// @dev Checks that `amount` is within the terms, and that it comes as native value if and only if the token is native.
    function _checkPayment(Terms memory terms, uint256 amount, uint256 value) internal view virtual {
        uint256 required = terms.token == address(0) ? amount : 0;
        if (value != required) revert UnexpectedValue(value, required);
        if (amount < terms.minimum) revert PaymentTooLow(amount, terms.minimum);
        if (amount > terms.maximum) revert PaymentTooHigh(amount, terms.maximum);
    }

    // For evidence and entries

    /// @dev Checks the recipient, and completes `terms` with the recipient's hook.
    function _readRecipient(Terms memory terms, bytes32[] calldata recipientProof) internal view {
        uint256 flags = _recipientFlags(terms.recipient, recipientProof);
        _checkRecipient(terms, flags);
        terms.hook = flags & HOOK != 0;
    }

    /// @dev Checks the amounts of an authorized call, and compares the call with the evidence in `terms`: its origin must be
    /// the same, and its deadline must not be later.
    function _checkCall(Terms memory terms, Payment calldata payment) internal pure {
        _checkRange(payment.minimum, payment.maximum);
        _match("originChainId", bytes32(payment.originChainId), bytes32(terms.originChainId));
        _match("originUser", payment.originUser, terms.originUser);
        _match("originCurrency", payment.originCurrency, terms.originCurrency);
        if (payment.deadline > terms.deadline) {
            revert TermsMismatch("deadline", bytes32(uint256(payment.deadline)), bytes32(terms.deadline));
        }
    }

    /// @dev Copies the terms of an authorized payment from `payment`, the argument of its call. The id is the hash of the
    /// call.
    function _readCall(Terms memory terms, Payment calldata payment) internal view {
        terms.id = Payments.hash(payment, address(this));
        terms.token = payment.token;
        terms.minimum = payment.minimum;
        terms.maximum = payment.maximum;
        terms.recipient = payment.recipient;
        terms.refundTo = payment.refundTo;
        terms.deadline = payment.deadline;
    }

    /// @dev Refuses a minimum of zero, and a minimum above the maximum.
    function _checkRange(uint256 minimum, uint256 maximum) internal pure {
        if (minimum == 0 || minimum > maximum) revert UnsupportedOutput(1, minimum, maximum);
    }

    /// @dev Reverts unless two parts of the evidence have the same value for `field`.
    function _match(bytes32 field, bytes32 found, bytes32 required) internal pure {
        if (found != required) revert TermsMismatch(field, found, required);
    }

    /// @dev Left-pads an address.
    function _padded(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
