// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {PayerTerms, PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {Guarding} from "./Guarding.sol";
import {vm} from "../common/Vm.sol";

/// What a payment marks and moves, and what it leaves alone. What follows the evidence is the same code for both kinds
/// of it.
contract GuardPaying is Guarding {
    /// One part of the policy.
    struct Known {
        bytes32 role;
        address account;
        uint256 chainId;
        bytes32 nameHash;
    }

    struct Policy {
        uint48 start;
        uint48 stop;
        bool hasRole;
        bool isPaused;
        uint256 chainId;
        bytes32 nameHash;
        address depository;
    }

    function check_paySigned_changesNoPolicy(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms,
        Known memory known
    ) external {
        terms.currency = address(0);
        Policy memory before = policyOf(known);
        if (!paySigned(call, signature, order, terms)) return;
        Policy memory afterwards = policyOf(known);
        assert(before.start == afterwards.start && before.stop == afterwards.stop);
        assert(before.hasRole == afterwards.hasRole && before.isPaused == afterwards.isPaused);
        assert(before.chainId == afterwards.chainId && before.nameHash == afterwards.nameHash);
        assert(before.depository == afterwards.depository);
    }

    function policyOf(Known memory known) private view returns (Policy memory policy) {
        (policy.start, policy.stop) = guard.solverWindow(known.account);
        (policy.chainId, ) = guard.chainOf(known.nameHash);
        policy.nameHash = guard.nameHashOf(known.chainId);
        policy.hasRole = guard.hasRole(known.role, known.account);
        (policy.isPaused, policy.depository) = (guard.paused(), guard.depository());
    }

    function check_paySigned_marksOneOrderOnce(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms,
        bytes32 other
    ) external {
        assumeKnownToken(terms.currency);
        bytes32 id = idOf(order);
        bool wasMarked = guard.isPaid(other);
        bool ok = paySigned(call, signature, order, terms);
        assert(guard.isPaid(other) == (wasMarked || (ok && other == id)));
        if (ok && other == id) assert(!wasMarked);
    }

    function check_paySigned_movesOnlyTheCallersFunds(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms,
        address other
    ) external {
        assumeKnownToken(terms.currency);
        vm.assume(other != call.caller && other != address(depository) && call.caller != address(depository));
        Funds memory ofOther = fundsOf(other);
        Funds memory ofCaller = fundsOf(call.caller);
        Funds memory ofDepository = fundsOf(address(depository));
        if (!paySigned(call, signature, order, terms)) return;
        bool isNative = terms.currency == address(0);
        (uint256 native, uint256 tokens) = isNative ? (terms.amount, uint256(0)) : (uint256(0), terms.amount);
        assert(same(ofOther, fundsOf(other)));
        assert(same(Funds(ofCaller.native - native, ofCaller.tokens - tokens), fundsOf(call.caller)));
        unchecked {
            ofDepository = Funds(ofDepository.native + native, ofDepository.tokens + tokens);
        }
        assert(same(ofDepository, fundsOf(address(depository))));
    }

    function check_paySigned_leavesNoAllowance(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms,
        address spender
    ) external {
        terms.currency = address(token);
        uint256 allowed = token.allowance(address(guard), spender);
        bool ok = paySigned(call, signature, order, terms);
        if (ok && spender == address(depository)) allowed = 0;
        assert(token.allowance(address(guard), spender) == allowed);
    }

    function check_paySigned_keepsItsBalancesWithAHostileToken(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) external {
        (terms.currency, terms.callsHash) = (address(hostile), 0);
        uint256 held = hostile.balanceOf(address(guard));
        uint256 deposited = hostile.balanceOf(address(depository));
        Funds memory before = fundsOf(address(guard));
        if (!paySigned(call, signature, order, terms)) return;
        assert(hostile.balanceOf(address(guard)) == held);
        assert(same(before, fundsOf(address(guard))));
        assert(hostile.refusals() == 0);
        // A payment of nothing may come with less.
        if (terms.amount == 0) return;
        assert(hostile.heldAfterPull() == held + terms.amount);
        assert(hostile.balanceOf(address(depository)) == deposited + terms.amount);
    }
}
