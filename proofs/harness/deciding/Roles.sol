// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {RecipientConfig, RouteConfig, SolverConfig} from "fillproof/contracts/types/Config.sol";
import {Deciding} from "./Deciding.sol";
import {vm} from "../common/Vm.sol";

/// What the functions of roles do, called by anyone with any roles.
contract Roles is Deciding {
    /// Arguments of any function of a role.
    struct Act {
        uint8 which;
        bytes32 word;
        address account;
        bool flag;
        uint48 start;
        uint48 stop;
        uint128 min;
        uint128 max;
        uint256 chainId;
    }

    function act(Call memory call, Act memory x) internal returns (bool ok) {
        vm.assume(call.value == 0);
        (ok, ) = send(call, encode(x));
    }

    function encode(Act memory x) internal view returns (bytes memory) {
        if (x.which == 0) return abi.encodeCall(receiver.setRoute, (RouteConfig(x.chainId, x.word, x.min, x.max)));
        if (x.which == 1) return abi.encodeCall(receiver.setRecipient, (RecipientConfig(x.account, x.flag)));
        if (x.which == 2) return abi.encodeCall(receiver.removeRecipient, (x.account));
        if (x.which == 3) return abi.encodeCall(receiver.setRecipientRoot, (x.word));
        if (x.which == 4) return abi.encodeCall(receiver.setRouter, (x.account, x.flag));
        if (x.which == 5) return abi.encodeCall(receiver.setReserved, (x.account, x.flag));
        if (x.which == 6) return abi.encodeCall(receiver.setSolver, (SolverConfig(x.account, x.start, x.stop)));
        if (x.which == 7) return abi.encodeCall(receiver.revokeSolver, (x.account));
        if (x.which == 8) return abi.encodeCall(receiver.pause, ());
        if (x.which == 9) return abi.encodeCall(receiver.unpause, ());
        if (x.which == 10) return abi.encodeCall(receiver.grantRole, (x.word, x.account));
        if (x.which == 11) return abi.encodeCall(receiver.revokeRole, (x.word, x.account));
        return abi.encodeCall(receiver.renounceRole, (x.word, x.account));
    }

    function check_roles_markAndMoveNothing(Call memory call, Act memory x, bytes32 id, address account) external {
        bool wasMarked = receiver.isIdMarked(id);
        bool wasPaid = receiver.isCallMarked(id);
        (address solver, uint64 epoch) = receiver.authorization(id);
        Funds memory before = fundsOf(account);
        act(call, x);
        (address newSolver, uint64 newEpoch) = receiver.authorization(id);
        assert(receiver.isIdMarked(id) == wasMarked && receiver.isCallMarked(id) == wasPaid);
        assert(newSolver == solver && newEpoch == epoch);
        assert(same(before, fundsOf(account)));
    }

    /// Policy functions need the policy's role; revocation and pause the guardian's; the rest the administrator's.
    function check_roles_needTheirRole(Call memory call, Act memory x) external {
        bytes32 admin = receiver.getRoleAdmin(x.word);
        bool isAdmin = receiver.hasRole(admin, call.caller);
        bool isAdministrator = receiver.hasRole(receiver.DEFAULT_ADMIN_ROLE(), call.caller);
        bool isGuardian = receiver.hasRole(receiver.GUARDIAN_ROLE(), call.caller);
        bool isPolicy = receiver.hasRole(receiver.POLICY_ROLE(), call.caller);
        if (!act(call, x)) return;
        if (x.which <= 6) assert(isPolicy);
        else if (x.which <= 8) assert(isGuardian);
        else if (x.which == 9) assert(isAdministrator);
        else if (x.which <= 11) assert(isAdmin);
        else assert(x.account == call.caller);
    }

    function check_rescue_marksNothingAndMovesOwnFunds(
        Call memory call,
        address rescued,
        address to,
        uint256 amount,
        bytes32 id,
        address account
    ) external {
        assumeKnownToken(rescued);
        vm.assume(call.value == 0 && account != address(receiver));
        bool wasMarked = receiver.isIdMarked(id);
        bool wasPaid = receiver.isCallMarked(id);
        bool mayRescue = receiver.hasRole(receiver.RESCUE_ROLE(), call.caller);
        Funds memory before = fundsOf(account);
        (bool ok, ) = send(call, abi.encodeCall(receiver.rescue, (rescued, to, amount)));
        Funds memory now_ = fundsOf(account);
        assert(receiver.isIdMarked(id) == wasMarked && receiver.isCallMarked(id) == wasPaid);
        assert(now_.native >= before.native && now_.tokens >= before.tokens);
        if (!ok || account != to) assert(same(before, now_));
        if (ok) assert(mayRescue);
    }

    function check_epoch_neverFalls(Call memory call, Act memory x) external {
        uint64 epoch = receiver.policyEpoch();
        act(call, x);
        assert(receiver.policyEpoch() >= epoch);
    }

    function check_epoch_risesWhenASolverCountsForLessTime(
        Call memory call,
        Act memory x,
        address solver,
        uint48 time
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        vm.warp(time);
        bool wasActive = receiver.isSolverActive(solver);
        act(call, x);
        vm.warp(time);
        if (wasActive && !receiver.isSolverActive(solver)) assert(receiver.policyEpoch() > epoch);
    }

    function check_epoch_risesWhenARouteRefusesMore(
        Call memory call,
        Act memory x,
        uint256 chainId,
        bytes32 currency,
        uint128 amount
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        bool wasAccepted = isAccepted(chainId, currency, amount);
        act(call, x);
        if (wasAccepted && !isAccepted(chainId, currency, amount)) assert(receiver.policyEpoch() > epoch);
    }

    function isAccepted(uint256 chainId, bytes32 currency, uint128 amount) private view returns (bool) {
        (uint128 min, uint128 max) = receiver.route(chainId, currency);
        return max != 0 && min <= amount && amount <= max;
    }

    function check_epoch_risesWhenARecipientIsRemovedOrItsHookChanges(
        Call memory call,
        Act memory x,
        address account
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        bytes32 root = receiver.recipientRoot();
        (bool wasAllowed, bool hadHook) = receiver.recipientStatus(account);
        act(call, x);
        (bool allowed, bool hook) = receiver.recipientStatus(account);
        if (wasAllowed && (!allowed || hook != hadHook)) assert(receiver.policyEpoch() > epoch);
        if (!wasAllowed && allowed && root != 0) assert(receiver.policyEpoch() > epoch);
        if (root != 0 && receiver.recipientRoot() != root) assert(receiver.policyEpoch() > epoch);
    }

    function check_epoch_risesWhenARouterChangesOrAnAddressIsReserved(
        Call memory call,
        Act memory x,
        address account
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        bool wasRouter = receiver.isRouter(account);
        bool wasReserved = receiver.isReserved(account);
        act(call, x);
        if (wasRouter != receiver.isRouter(account)) assert(receiver.policyEpoch() > epoch);
        if (!wasReserved && receiver.isReserved(account)) assert(receiver.policyEpoch() > epoch);
    }

    function check_solver_isNeverTheZeroAddress(Call memory call, Act memory x, uint48 time) external {
        vm.warp(time);
        vm.assume(!receiver.isSolverActive(address(0)));
        act(call, x);
        vm.warp(time);
        assert(!receiver.isSolverActive(address(0)));
    }

    function check_route_isNeverOfNoChain(Call memory call, Act memory x, bytes32 currency) external {
        (, uint128 max) = receiver.route(0, currency);
        vm.assume(max == 0);
        act(call, x);
        (, max) = receiver.route(0, currency);
        assert(max == 0);
    }
}
