// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {vm} from "../common/Vm.sol";

/// What a fill needs, marks and moves.
contract Paying is Deciding {
    function check_fill_needsAnActiveSolverAndNoFailure(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) external {
        assumeKnownToken(e.token);
        vm.warp(call.time);
        bool isActive = receiver.isSolverActive(e.solver);
        (uint48 start, uint48 stop) = receiver.solverWindow(e.solver);
        bool isPaused = receiver.paused();
        bool wasMarked = receiver.isIdMarked(e.id);
        if (!fill(call, a, e, amount)) return;
        assert(isActive && start <= call.time && (stop == 0 || call.time < stop));
        assert(!isPaused && !wasMarked && receiver.isIdMarked(e.id));
        assert(!e.isFaulty && e.callHash == 0 && call.time <= e.deadline);
        assert(amount >= e.minimum && amount <= e.maximum && a.requestId == e.id && e.id != 0);
    }

    function check_fill_marksOneId(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        bytes32 other
    ) external {
        assumeKnownToken(e.token);
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(other);
        bool ok = fill(call, a, e, amount);
        assert(receiver.isIdMarked(other) == (wasMarked || (ok && other == e.id)));
        assert(receiver.isCallMarked(other) == wasPaid);
    }

    function check_fill_movesOnlyTheCallersFundsToTheRecipient(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        address other
    ) external {
        assumeKnownToken(e.token);
        vm.assume(other != call.caller && other != e.recipient);
        Funds memory before = fundsOf(other);
        Funds memory ofRecipient = fundsOf(e.recipient);
        Funds memory ofCaller = fundsOf(call.caller);
        if (!fill(call, a, e, amount)) return;
        Funds memory afterwards = fundsOf(other);
        assert(before.native == afterwards.native && before.tokens == afterwards.tokens);
        if (call.caller == e.recipient) return;
        bool isNative = e.token == address(0);
        afterwards = fundsOf(e.recipient);
        assert(afterwards.native == ofRecipient.native + (isNative ? amount : 0));
        assert(afterwards.tokens == ofRecipient.tokens + (isNative ? 0 : amount));
        afterwards = fundsOf(call.caller);
        assert(afterwards.native == ofCaller.native - (isNative ? amount : 0));
        assert(afterwards.tokens == ofCaller.tokens - (isNative ? 0 : amount));
    }
}
