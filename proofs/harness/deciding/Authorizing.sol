// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {vm} from "../common/Vm.sol";

/// What an authorized payment needs, marks and moves, and what an authorization does.
contract Authorizing is Deciding {
    function check_payAuthorized_needsAnAuthorizationOfThisEpoch(Call memory call, Payment memory p) external {
        assumeKnownToken(p.token);
        bytes32 id = hashOf(p);
        vm.warp(call.time);
        bool wasMarked = receiver.isCallMarked(id);
        bool isPaused = receiver.paused();
        (address solver, uint64 epoch) = receiver.authorization(id);
        assumeAuthorizedIfPaid(p);
        bool isAuthorized = receiver.isSolverActive(solver) && epoch == receiver.policyEpoch();
        (bool ok, uint256 delivered) = pay(call, p);
        if (!ok) return;
        assert(!wasMarked && !isPaused && call.time <= p.deadline);
        if (receiver.isCallMarked(id)) {
            assert(isAuthorized);
            assert(p.minimum <= delivered && delivered <= p.maximum);
        } else {
            assert(p.refundTo != address(0) && delivered == 0);
        }
    }

    function check_payAuthorized_paysOrRevertsOnceAuthorized(Call memory call, Payment memory p) external {
        assumeKnownToken(p.token);
        bytes32 id = hashOf(p);
        bool wasMarked = receiver.isCallMarked(id);
        (address solver, ) = receiver.authorization(id);
        (bool ok, ) = pay(call, p);
        // The zero address stands for no authorization.
        assert(!ok || (receiver.isCallMarked(id) && !wasMarked) == (solver != address(0)));
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
        assumeAuthorizedIfPaid(p);
        Funds memory ofOther = fundsOf(other);
        (bool ok, ) = pay(call, p);
        if (!ok) return;
        address to = receiver.isCallMarked(hashOf(p)) ? p.recipient : p.refundTo;
        if (other != to && other != call.caller) assert(same(ofOther, fundsOf(other)));
    }

    function check_payAuthorized_bringsNativeToWhomItNames(Call memory call, Payment memory p) external {
        p.token = address(0);
        (Funds memory before, Funds memory afterwards, ) = brings(call, p);
        unchecked {
            assert(afterwards.native == before.native + call.value);
        }
        assert(afterwards.tokens == before.tokens);
        assert(p.minimum <= call.value && call.value <= p.maximum);
    }

    function check_payAuthorized_bringsTokensToWhomItNames(Call memory call, Payment memory p) external {
        p.token = address(token);
        (Funds memory before, Funds memory afterwards, uint256 taken) = brings(call, p);
        unchecked {
            assert(afterwards.tokens == before.tokens + taken);
        }
        assert(afterwards.native == before.native);
        assert(p.minimum <= taken && taken <= p.maximum);
    }

    /// What the account that a payment names held and holds, and the tokens that its caller gave.
    function brings(
        Call memory call,
        Payment memory p
    ) private returns (Funds memory before, Funds memory afterwards, uint256 taken) {
        (p.recipient, p.refundTo) = (RECIPIENT, REFUND_TO);
        vm.assume(call.caller != RECIPIENT && call.caller != REFUND_TO);
        assumeAuthorizedIfPaid(p);
        (Funds memory ofRecipient, Funds memory ofRefundTo) = (fundsOf(RECIPIENT), fundsOf(REFUND_TO));
        uint256 held = token.balanceOf(call.caller);
        (bool ok, ) = pay(call, p);
        vm.assume(ok);
        bool isPaid = receiver.isCallMarked(hashOf(p));
        before = isPaid ? ofRecipient : ofRefundTo;
        afterwards = fundsOf(isPaid ? RECIPIENT : REFUND_TO);
        unchecked {
            taken = held - token.balanceOf(call.caller);
        }
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

    function check_authorizeFill_leavesAnActiveSolver(Call memory call, Attestation memory a, Evidence memory e) external {
        if (!authorize(call, a, e)) return;
        (address solver, ) = receiver.authorization(e.callHash);
        assert(receiver.isSolverActive(solver));
    }

    function check_authorizeFill_keepsTheSolverThatLasts(Call memory call, Attestation memory a, Evidence memory e) external {
        vm.warp(call.time);
        (address old, uint64 oldEpoch) = receiver.authorization(e.callHash);
        bool counts = receiver.isSolverActive(old) && oldEpoch == receiver.policyEpoch();
        if (!authorize(call, a, e) || !counts) return;
        (address solver, ) = receiver.authorization(e.callHash);
        (, uint48 stop) = receiver.solverWindow(solver);
        (, uint48 oldStop) = receiver.solverWindow(old);
        // Zero is no end.
        assert(stop == 0 || (oldStop != 0 && oldStop <= stop));
    }
}
