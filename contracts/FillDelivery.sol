// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillVerifier} from "./FillVerifier.sol";
import {Transfers} from "./Transfers.sol";
import {IFillDelivery} from "./interfaces/IFillDelivery.sol";
import {IFillRecipient, ReceivedFill} from "./interfaces/IFillRecipient.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {Config} from "./types/Config.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillDelivery
/// @notice Takes the payment of an accepted fill and passes all of it on, in the same transaction.
/// @dev Between transactions this contract holds no one's funds: a payout or hook that fails reverts
/// the fill, and nothing is ever claimable. It has no `receive`.
/// @dev Warning: rebasing tokens are not supported. A token that charges a fee charges it twice, on the way in and on the
/// way out; what arrived here is what counts.
abstract contract FillDelivery is FillVerifier, Transfers, IFillDelivery {
    /// @dev Sets the whole policy. `config.admin`, `config.guardian` and `config.rescuer` get their roles.
    function __FillDelivery_init(Config memory config) internal onlyInitializing {
        __FillPolicy_init(config);
        _grantFirst(RESCUE_ROLE, config.rescuer, "rescuer");
    }

    /// @dev Delivers an accepted direct fill of an order, and reports native currency by `SolverNativeTransfer` too: of
    /// native payments the service's oracle counts those that the order's fill contract reports.
    function _deliverWithinTokenRangeAndReport(
        Terms memory terms,
        uint256 amount
    ) internal returns (uint256 delivered) {
        if (terms.token == address(0)) emit SolverNativeTransfer(terms.recipient, amount);
        return _deliverWithinTokenRange(terms, amount);
    }

    /// @dev Delivers an accepted direct fill. What was measured lies in the token's range; of native currency `_acceptDirect`
    /// has checked it.
    function _deliverWithinTokenRange(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        delivered = _deliverWithinTerms(terms, amount);
        if (terms.token != address(0)) _checkTokenRange(terms.token, delivered, delivered);
    }

    /// @dev Takes what an accepted payment brings, passes it on and emits `FillAccepted`. What was measured is at least the
    /// terms' minimum. Only after `_accept`.
    function _deliverWithinTerms(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        (address token, address recipient) = (terms.token, terms.recipient);
        uint256 before = _balance(token);
        // The value of a message is part of the balance, and comes with no token.
        unchecked {
            before -= msg.value;
        }
        delivered = token == address(0) ? amount : _pull(terms, amount, address(this), before);

        emit FillAccepted(terms.id, recipient, terms.solver, msg.sender, token, delivered);
        _send(token, recipient, delivered);
        _checkBalance(token, before);
        if (terms.hook) {
            _callHook(terms, delivered);
            // A higher balance is a gift that was made during the hook. It must not stop the payment.
            if (_balance(token) < before) _checkBalance(token, before);
        }
    }

    /// @dev Pulls exactly `amount` from the caller to `to`, which holds `before`, and returns what arrived there.
    function _pull(Terms memory terms, uint256 amount, address to, uint256 before) internal returns (uint256 received) {
        received = _pull(terms.token, to, amount, before);
        if (received < terms.minimum) revert PaymentTooLow(received, terms.minimum);
    }

    /// @dev Keeps a stray balance from reaching a recipient's contract around its hook. The administrator may send it there:
    /// that role could change the list anyway.
    function _checkRescue(address to) internal view override {
        if (_isRecipientsContract(to, _flags(to)) && !hasRole(DEFAULT_ADMIN_ROLE, msg.sender)) {
            revert InvalidRescueTarget(to);
        }
    }

    function _callHook(Terms memory terms, uint256 amount) private {
        ReceivedFill memory received = ReceivedFill({
            id: terms.id,
            originChainId: terms.originChainId,
            originUser: terms.originUser,
            originCurrency: terms.originCurrency,
            token: terms.token,
            amount: amount,
            data: terms.data
        });
        (bool ok, bytes memory returned) = BoundedCalls.tryCall(
            terms.recipient,
            0,
            abi.encodeCall(IFillRecipient.onFill, (received))
        );
        if (!ok || returned.length < 32 || bytes4(returned) != IFillRecipient.onFill.selector) {
            revert HookFailed(terms.recipient, returned);
        }
    }
}
