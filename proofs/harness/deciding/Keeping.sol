// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {vm} from "../common/Vm.sol";

/// What accepted evidence agrees with, and what payments and authorizations leave alone. Native currency, and accounts
/// without code.
contract Keeping is Deciding {
    /// One part of the policy, and one call's authorization.
    struct Known {
        bytes32 role;
        address account;
        uint256 chainId;
        bytes32 currency;
        bytes32 callHash;
    }

    struct Policy {
        uint48 start;
        uint48 stop;
        uint128 min;
        uint128 max;
        uint128 least;
        uint128 most;
        uint256 flags;
        bytes32 root;
        bool isPaused;
        uint64 epoch;
        bool hasRole;
    }

    function check_fill_keepsToTheRules(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) external {
        (e.token, e.recipient) = (address(0), RECIPIENT);
        if (fill(call, a, e, amount)) assertRules(a, e);
    }

    function check_authorizeFill_keepsToTheRules(Call memory call, Attestation memory a, Evidence memory e) external {
        (, uint64 known) = receiver.authorization(e.callHash);
        if (!authorize(call, a, e)) return;
        assertRules(a, e);
        if (known == receiver.policyEpoch()) return;
        (, bool hook) = receiver.recipientStatus(e.recipient);
        assert(receiver.callsHook(e.callHash) == hook);
    }

    function assertRules(Attestation memory a, Evidence memory e) private view {
        assertOrigin(a, e);
        (uint256 ownId, bytes15 nameHash) = receiver.ownChain();
        assert(ownId == block.chainid && nameHash == bytes15(e.chainNameHash));
        (bool allowed, ) = receiver.recipientStatus(e.recipient);
        assert(allowed && !receiver.isReserved(e.recipient) && e.recipient != address(0) && e.recipient != e.token);
    }

    function check_payments_changeNoPolicy(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        Payment memory p,
        uint256 amount,
        uint8 which,
        Known memory known
    ) external {
        Policy memory before = policyOf(known);
        makePayment(call, a, e, p, amount, which);
        Policy memory afterwards = policyOf(known);
        assert(before.start == afterwards.start && before.stop == afterwards.stop);
        assert(before.min == afterwards.min && before.max == afterwards.max);
        assert(before.least == afterwards.least && before.most == afterwards.most);
        assert(before.flags == afterwards.flags && before.root == afterwards.root);
        assert(before.isPaused == afterwards.isPaused && before.epoch == afterwards.epoch);
        assert(before.hasRole == afterwards.hasRole);
    }

    function check_payments_authorizeNothing(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        Payment memory p,
        uint256 amount,
        uint8 which,
        Known memory known
    ) external {
        if (which == 2) which = 0;
        (address solver, uint64 epoch) = receiver.authorization(known.callHash);
        makePayment(call, a, e, p, amount, which);
        (address newSolver, uint64 newEpoch) = receiver.authorization(known.callHash);
        assert(newSolver == solver && newEpoch == epoch);
    }

    /// A fill, an authorized payment, an authorization or a rescue.
    function makePayment(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        Payment memory p,
        uint256 amount,
        uint8 which
    ) private {
        simplify(p);
        (e.token, e.recipient) = (address(0), RECIPIENT);
        if (which == 0) fill(call, a, e, amount);
        else if (which == 1) pay(call, p);
        else if (which == 2) authorize(call, a, e);
        else send(call, abi.encodeCall(receiver.rescue, (address(0), RECIPIENT, amount)));
    }

    function policyOf(Known memory known) private view returns (Policy memory policy) {
        (policy.start, policy.stop) = receiver.solverWindow(known.account);
        (policy.min, policy.max) = receiver.route(known.chainId, known.currency);
        (policy.least, policy.most) = receiver.tokenRange(known.account);
        (policy.flags, policy.root) = (receiver.flagsOf(known.account), receiver.recipientRoot());
        (policy.isPaused, policy.epoch) = (receiver.paused(), receiver.policyEpoch());
        policy.hasRole = receiver.hasRole(known.role, known.account);
    }

    function check_isPaid_reportsEachWay(bytes32 id) external view {
        assert(receiver.isPaid(id) == (receiver.isIdMarked(id) || receiver.isCallMarked(id)));
        assert(receiver.isCallPaid(id) == receiver.isCallMarked(id));
    }

    function check_payAuthorized_returnsToNobodyElse(Call memory call, Payment memory p) external {
        if (!returns_(call, p)) return;
        (, bool hook) = receiver.recipientStatus(p.refundTo);
        assert(p.refundTo != address(0) && p.refundTo != address(receiver) && p.refundTo != p.token);
        assert(!receiver.isReserved(p.refundTo) && !hook);
    }

    function check_payAuthorized_returnsNativeToNoContract(Call memory call, Payment memory p) external {
        p.token = address(0);
        if (returns_(call, p)) assert(p.refundTo.code.length == 0);
    }

    function check_payAuthorized_returnsTokensToNoRecipientsContract(Call memory call, Payment memory p) external {
        p.token = address(token);
        if (!returns_(call, p)) return;
        (bool allowed, ) = receiver.recipientStatus(p.refundTo);
        if (allowed || receiver.recipientRoot() != 0) assert(p.refundTo.code.length == 0);
    }

    function check_payAuthorized_returnsOnlyWhatTheListTakes(Call memory call, Payment memory p) external {
        if (!returns_(call, p)) return;
        assertListed(p.token, p.minimum, p.maximum);
        assert(p.minimum != 0 && p.minimum <= p.maximum);
    }

    function returns_(Call memory call, Payment memory p) private returns (bool) {
        assumeKnownToken(p.token);
        p.recipient = RECIPIENT;
        (bool ok, ) = pay(call, p);
        return ok && !receiver.isCallMarked(hashOf(p));
    }

    function check_fill_bringsWhatTheListTakes(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) external {
        assumeKnownToken(e.token);
        e.recipient = RECIPIENT;
        vm.assume(call.caller != RECIPIENT);
        if (fill(call, a, e, amount)) assertListed(e.token, amount, amount);
    }

    function check_authorizeFill_needsWhatTheListTakes(Call memory call, Attestation memory a, Evidence memory e) external {
        if (authorize(call, a, e)) assertListed(e.token, e.minimum, e.maximum);
    }

    function assertListed(address listed, uint256 lowest, uint256 highest) private view {
        (uint128 min, uint128 max) = receiver.tokenRange(listed);
        assert(max != 0 && min <= lowest && highest <= max);
    }
}
