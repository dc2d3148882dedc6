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
/// @notice Takes the payment of an accepted fill and passes all of it on in the same transaction.
/// @dev Between transactions this contract holds no one's funds. If a payout or a hook fails, the fill reverts, and nothing
/// is left to claim. The contract has no `receive`.
/// @dev Warning: rebasing tokens are not supported. A token with a transfer fee charges it twice, on the way in and on the
/// way out. The amount that arrived here counts.
abstract contract FillDelivery is FillVerifier, Transfers, IFillDelivery {
    /// @dev Sets the whole policy, and grants the roles of `config.admin`, `config.guardian` and `config.rescuer`.
    function __FillDelivery_init(Config memory config) internal onlyInitializing {
        __FillPolicy_init(config);
        _grantFirst(RESCUE_ROLE, config.rescuer, "rescuer");
    }

    /// @dev Delivers an accepted direct fill of an order. Also emits `SolverNativeTransfer` for native currency: the
    /// service's oracle counts only the native payments that the order's fill contract reports.
    function _deliverWithinTokenRangeAndReport(
        Terms memory terms,
        uint256 amount
    ) internal returns (uint256 delivered) {
        if (terms.token == address(0)) emit SolverNativeTransfer(terms.recipient, amount);
        return _deliverWithinTokenRange(terms, amount);
    }

    /// @dev Delivers an accepted direct fill, and checks that the measured amount is in the token's range. For native
    /// currency, `_acceptDirect` has already checked this.
    function _deliverWithinTokenRange(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        delivered = _deliverWithinTerms(terms, amount);
        if (terms.token != address(0)) _checkTokenRange(terms.token, delivered, delivered);
    }

    /// @dev Takes an accepted payment, passes it on and emits `FillAccepted`. Reverts if the measured amount is below the
    /// minimum. Call it only after `_accept`.
    // slither-disable-next-line msg-value-in-nonpayable
    function _deliverWithinTerms(Terms memory terms, uint256 amount) internal returns (uint256 delivered) {
        (address token, address recipient) = (terms.token, terms.recipient);
        uint256 before = _balance(token);
        // Subtracts the message's value, which the balance already includes. It is zero if the payment is in a token.
        unchecked {
            before -= msg.value;
        }
        delivered = token == address(0) ? amount : _pull(terms, amount, address(this), before);

        emit FillAccepted(terms.id, recipient, terms.solver, msg.sender, token, delivered);
        _send(token, recipient, delivered);
        _checkBalance(token, before);
        if (terms.hook) {
            _callHook(terms, delivered);
            // A balance that rose during the hook is a gift. It must not stop the payment.
            if (_balance(token) < before) _checkBalance(token, before);
        }
    }

    /// @dev Pulls exactly `amount` from the caller to `to`, whose balance is `before`. Returns the amount that arrived, and
    /// reverts if it is below the minimum.
    function _pull(Terms memory terms, uint256 amount, address to, uint256 before) internal returns (uint256 received) {
        received = _pull(terms.token, to, amount, before);
        if (received < terms.minimum) revert PaymentTooLow(received, terms.minimum);
    }

    /// @dev Reverts if a stray balance would go to a recipient's contract, because the contract's hook would not run. An
    /// administrator may send it there, because an administrator can change the list of recipients anyway.
    function _checkRescue(address to) internal view override {
        if (_isRecipientsContract(to, _flags(to)) && !hasRole(DEFAULT_ADMIN_ROLE, msg.sender)) {
            revert InvalidRescueTarget(to);
        }
    }

    /// @dev Calls the recipient's hook with the payment. Reverts if the hook reverts or returns anything but its selector.
    function _callHook(Terms memory terms, uint256 amount) internal {
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
