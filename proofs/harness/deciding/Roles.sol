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
        if (x.which == 7) return abi.encodeCall(receiver.setToken, (x.account, x.min, x.max));
        if (x.which == 8) return abi.encodeCall(receiver.revokeSolver, (x.account));
        if (x.which == 9) return abi.encodeCall(receiver.pause, ());
        if (x.which == 10) return abi.encodeCall(receiver.unpause, ());
        if (x.which == 11) return abi.encodeCall(receiver.grantRole, (x.word, x.account));
        if (x.which == 12) return abi.encodeCall(receiver.revokeRole, (x.word, x.account));
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
        if (x.which <= 7) assert(isPolicy);
        else if (x.which <= 9) assert(isGuardian);
        else if (x.which == 10) assert(isAdministrator);
        else if (x.which <= 12) assert(isAdmin);
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

    /// The model of a recipient has code.
    function check_rescue_reachesNoRecipientsContract(Call memory call, address rescued, uint256 amount) external {
        assumeKnownToken(rescued);
        vm.assume(call.value == 0);
        bool isAdministrator = receiver.hasRole(receiver.DEFAULT_ADMIN_ROLE(), call.caller);
        (bool ok, ) = send(call, abi.encodeCall(receiver.rescue, (rescued, address(model), amount)));
        if (ok && mayBePaid(address(model))) assert(isAdministrator);
    }

    function check_epoch_neverFalls(Call memory call, Act memory x) external {
        uint64 epoch = receiver.policyEpoch();
        act(call, x);
        assert(receiver.policyEpoch() >= epoch);
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

    function check_epoch_risesWhenATokenIsTakenLess(
        Call memory call,
        Act memory x,
        address listed,
        uint128 amount
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        (uint128 min, uint128 max) = receiver.tokenRange(listed);
        bool wasTaken = isWithin(min, max, amount);
        act(call, x);
        (min, max) = receiver.tokenRange(listed);
        if (wasTaken && !isWithin(min, max, amount)) assert(receiver.policyEpoch() > epoch);
    }

    function isAccepted(uint256 chainId, bytes32 currency, uint128 amount) private view returns (bool) {
        (uint128 min, uint128 max) = receiver.route(chainId, currency);
        return isWithin(min, max, amount);
    }

    function isWithin(uint128 min, uint128 max, uint128 amount) private pure returns (bool) {
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

    function check_epoch_risesWhenARouterIsRemovedOrARecipientIsForbidden(
        Call memory call,
        Act memory x,
        address account
    ) external {
        vm.assume(receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        bool wasRouter = receiver.isRouter(account);
        bool wasForbidden = receiver.isReserved(account);
        bool mayBeRecipient = mayBePaid(account);
        act(call, x);
        if (wasRouter && !receiver.isRouter(account)) assert(receiver.policyEpoch() > epoch);
        if (mayBeRecipient && !wasForbidden && receiver.isReserved(account)) assert(receiver.policyEpoch() > epoch);
    }

    function mayBePaid(address account) private view returns (bool) {
        (bool allowed, ) = receiver.recipientStatus(account);
        return allowed || receiver.recipientRoot() != 0;
    }

    /// What an act may narrow, before and after it.
    struct Part {
        uint128 min;
        uint128 max;
        uint256 flags;
        bytes32 root;
    }

    function partOf(Act memory x) private view returns (Part memory part) {
        if (x.which == 0) (part.min, part.max) = receiver.route(x.chainId, x.word);
        else (part.min, part.max) = receiver.tokenRange(x.account);
        (part.flags, part.root) = (receiver.flagsOf(x.account), receiver.recipientRoot());
    }

    /// A set as it is, a widening, a stranger, a solver, a role: none of them stops what is in flight.
    function check_epoch_risesForNothingElse(Call memory call, Act memory x) external {
        uint64 epoch = receiver.policyEpoch();
        Part memory old = partOf(x);
        bool mayBeRecipient = mayBePaid(x.account);
        act(call, x);
        if (receiver.policyEpoch() == epoch) return;
        Part memory now_ = partOf(x);
        assert(x.which <= 5 || x.which == 7);
        bool isChanged = old.flags != now_.flags;
        if (x.which == 0 || x.which == 7) assert(old.max != 0 && (now_.min > old.min || now_.max < old.max));
        else if (x.which == 1 || x.which == 2) assert(isChanged && (old.flags & 3 != 0 || old.root != 0));
        else if (x.which == 3) assert(old.root != 0 && now_.root != old.root);
        else if (x.which == 4) assert(isChanged && (!x.flag || mayBeRecipient));
        else assert(isChanged && x.flag && mayBeRecipient);
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
