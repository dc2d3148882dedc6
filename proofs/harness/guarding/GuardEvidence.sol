// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {OrderRefund} from "fillproof/contracts/types/Order.sol";
import {PayerTerms, PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {Guarding} from "./Guarding.sol";
import {vm} from "../common/Vm.sol";

/// What a payment needs of the order, of what was signed, and of the payer's terms; and what the depository is told.
contract GuardEvidence is Guarding {
    function check_payAttested_depositsWhatWasAttested(
        Call memory call,
        Attestation memory a,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        assumeKnownToken(terms.currency);
        bytes32 id = idOf(order);
        if (!payAttested(call, a, signature, order, terms)) return;
        assertDeposited(call, id, order, terms);
        assert(a.requestId == id && id != 0 && a.originChainId == block.chainid);
        assert(a.originUser == padded(call.caller) && a.originCurrency == padded(terms.currency));
        assert(a.originAmount == terms.amount && a.destinationChainId == terms.destinationChainId);
        assert(a.destinationUser == padded(address(bytes20(terms.recipient))));
    }

    function check_paySigned_depositsWhatWasSigned(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        assumeKnownToken(terms.currency);
        bytes32 id = idOf(order);
        if (!paySigned(call, signature, order, terms)) return;
        assertDeposited(call, id, order, terms);
    }

    function assertDeposited(
        Call memory call,
        bytes32 id,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) private view {
        assert(depository.count() == 1);
        assert(depository.id() == id && depository.depositor() == call.caller);
        assert(depository.amount() == order.input.payment.amount && depository.amount() == terms.amount);
        assert(depository.token() == terms.currency);
        assert(bytes20(depository.token()) == bytes20(order.input.payment.currency));
    }

    function check_payAttested_needsAnActiveSolver(
        Call memory call,
        Attestation memory a,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        bytes32 digest = digestOf(keccak256(abi.encode(a)));
        assertSolver(call, order, this.recover(digest, signature), payAttested(call, a, signature, order, terms));
    }

    function check_paySigned_needsAnActiveSolver(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        bytes32 digest = digestOf(idOf(order));
        assertSolver(call, order, this.recover(digest, signature), paySigned(call, signature, order, terms));
    }

    /// A payment changes neither solvers nor the pause.
    function assertSolver(Call memory call, PaymentOrder memory order, address signer, bool ok) private view {
        if (!ok) return;
        assert(signer != address(0) && signer == order.solver && guard.isSolverActive(signer));
        assert(!guard.paused() && call.time <= order.output.deadline);
    }

    function check_paySigned_keepsToThePayersOutput(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        assertOutput(call, signature, order, terms);
    }

    function assertOutput(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) private {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        bool hasCalls = order.output.callsHash != keccak256("");
        assert(order.output.callsHash == (terms.callsHash == 0 ? keccak256("") : terms.callsHash));
        assert(order.output.extraDataHash == keccak256(terms.extraData));
        assert(guard.isRecipientAllowed(terms.destinationChainId, terms.recipient));
        bool isPromised;
        for (uint256 i = 0; i < order.output.payments.length; ++i) {
            address to = address(bytes20(order.output.payments[i].recipient));
            bool isFiller = terms.extraData.length == 32 && bytes32(terms.extraData) == padded(to);
            assert(isFiller ? hasCalls : to == address(bytes20(terms.recipient)));
            uint256 minimum = order.output.payments[i].minimumAmount;
            bool isWanted = bytes20(order.output.payments[i].currency) == bytes20(terms.outputCurrency);
            if (isWanted && minimum >= terms.minimum && minimum != 0) isPromised = true;
        }
        assert(isPromised);
    }

    function check_paySigned_namesTheChainsThatThePayerMeans(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        (uint256 ownId, ) = guard.ownChain();
        assert(ownId == block.chainid && guard.chainIdOf(order.input.payment.chainId) == ownId);
        assert(terms.destinationChainId != 0);
        assert(guard.chainIdOf(order.output.chainId) == terms.destinationChainId);
    }

    function check_paySigned_refundsAsThePayerAgreed(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        OrderRefund memory refund = order.input.refunds[0];
        (uint256 chainId, bool isEvm) = guard.chainOf(keccak256(bytes(refund.chainId)));
        address to = address(bytes20(refund.recipient));
        bool isAgreed = terms.refundTo.length == 20 && to == address(bytes20(terms.refundTo));
        assert(isAgreed || (isEvm && to == call.caller));
        bytes20 currency = bytes20(refund.currency);
        bool isPaid = chainId == block.chainid && currency == bytes20(0);
        assert(isPaid || (chainId == terms.destinationChainId && currency == bytes20(terms.outputCurrency)));
        assert(chainId != 0);
    }

    function check_paySigned_refundsNameNoFillContractButThePayers(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        bytes memory found = order.input.refunds[0].extraData;
        assert(found.length == 0 || bytes32(found) == bytes32(terms.refundExtraData[0]));
    }

    function check_paySigned_takesOnlyWhatCanBeSettledAndRefunded(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        assert(order.versionHash == keccak256("v1") && order.input.payment.weight != 0);
        assert(order.output.deadline > call.time && order.output.deadline > terms.minimumDeadline);
        OrderRefund memory refund = order.input.refunds[0];
        (uint256 chainId, ) = guard.chainOf(keccak256(bytes(refund.chainId)));
        assert(terms.allowNoRefund || chainId == block.chainid);
        assert(refund.deadline >= order.output.deadline);
        bool isPaid = chainId == block.chainid && bytes20(refund.currency) == bytes20(0);
        assert(!isPaid || refund.minimumAmount <= order.input.payment.amount);
    }

    function check_paySigned_needsMoreThanOneRefundForCalls(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        terms.currency = address(0);
        if (!paySigned(call, signature, order, terms)) return;
        assert(order.output.callsHash == keccak256(""));
    }

    function check_paySigned_keepsToThePayersOutputOfTwoPayments(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        assertOutput(call, signature, order, terms);
    }
}
