// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {vm} from "../Vm.sol";

/// What an authorized payment needs, marks and moves, and what an authorization does.
contract Authorizing is Deciding {
    function check_payAuthorized_needsAnAuthorizationOfThisEpoch(Call memory call, Payment memory p) external {
        assumeKnownToken(p.token);
        bytes32 id = hashOf(p);
        vm.warp(call.time);
        bool wasMarked = receiver.isCallMarked(id);
        bool isPaused = receiver.paused();
        (address solver, uint64 epoch) = receiver.authorization(id);
        bool isAuthorized = receiver.isSolverActive(solver) && epoch == receiver.policyEpoch();
        (bool ok, uint256 delivered) = pay(call, p);
        if (!ok) return;
        assert(!wasMarked && !isPaused && call.time <= p.deadline);
        if (receiver.isCallMarked(id)) {
            assert(isAuthorized && solver != address(0));
            assert(p.minimum <= delivered && delivered <= p.maximum);
        } else {
            assert(!isAuthorized && p.refundTo != address(0) && delivered == 0);
        }
    }

    function check_payAuthorized_marksOneCall(Call memory call, Payment memory p, bytes32 other) external {
        assumeKnownToken(p.token);
        bytes32 id = hashOf(p);
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(other);
        pay(call, p);
        assert(receiver.isIdMarked(other) == wasMarked);
        assert(receiver.isCallMarked(other) == wasPaid || (other == id && !wasPaid));
    }

    function check_payAuthorized_movesOnlyTheCallersNative(Call memory call, Payment memory p, address other) external {
        p.token = address(0);
        moves(call, p, other);
    }

    function check_payAuthorized_movesOnlyTheCallersTokens(Call memory call, Payment memory p, address other) external {
        p.token = address(token);
        moves(call, p, other);
    }

    function moves(Call memory call, Payment memory p, address other) private {
        Funds memory ofOther = fundsOf(other);
        (bool ok, ) = pay(call, p);
        if (!ok) return;
        address to = receiver.isCallMarked(hashOf(p)) ? p.recipient : p.refundTo;
        if (other != to && other != call.caller) assert(same(ofOther, fundsOf(other)));
    }

    function check_payAuthorized_bringsNativeToWhomItNames(Call memory call, Payment memory p) external {
        p.token = address(0);
        brings(call, p);
    }

    function check_payAuthorized_bringsTokensToWhomItNames(Call memory call, Payment memory p) external {
        p.token = address(token);
        brings(call, p);
    }

    function brings(Call memory call, Payment memory p) private {
        Funds memory ofRecipient = fundsOf(p.recipient);
        Funds memory ofRefundTo = fundsOf(p.refundTo);
        (bool ok, ) = pay(call, p);
        if (!ok) return;
        bool isPaid = receiver.isCallMarked(hashOf(p));
        address to = isPaid ? p.recipient : p.refundTo;
        Funds memory before = isPaid ? ofRecipient : ofRefundTo;
        Funds memory now_ = fundsOf(to);
        if (to == call.caller) return;
        bool isNative = p.token == address(0);
        uint256 arrived = isNative ? now_.native - before.native : now_.tokens - before.tokens;
        assert(p.minimum <= arrived && arrived <= p.maximum);
        assert(isNative ? now_.tokens == before.tokens : now_.native == before.native);
    }

    function check_authorizeFill_marksAndMovesNothing(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        bytes32 id,
        address account
    ) external {
        bool wasMarked = receiver.isIdMarked(id);
        bool wasPaid = receiver.isCallMarked(id);
        Funds memory before = fundsOf(account);
        authorize(call, a, e);
        assert(receiver.isIdMarked(id) == wasMarked && receiver.isCallMarked(id) == wasPaid);
        assert(same(before, fundsOf(account)));
    }

    function check_authorizeFill_needsAnActiveSolverAndNoFailure(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        bytes32 other
    ) external {
        vm.warp(call.time);
        bool isActive = receiver.isSolverActive(e.solver);
        bool wasPaid = receiver.isCallMarked(e.callHash);
        (address oldSolver, uint64 oldEpoch) = receiver.authorization(e.callHash);
        (address otherSolver, uint64 otherEpoch) = receiver.authorization(other);
        bool ok = authorize(call, a, e);
        (address solver, uint64 epoch) = receiver.authorization(other);
        if (!ok || other != e.callHash) {
            assert(solver == otherSolver && epoch == otherEpoch);
            return;
        }
        assert(isActive && !e.isFaulty && e.callHash != 0 && !wasPaid && call.time <= e.deadline);
        assert(epoch == receiver.policyEpoch());
        assert(solver == e.solver || (solver == oldSolver && oldEpoch == epoch));
    }
}
