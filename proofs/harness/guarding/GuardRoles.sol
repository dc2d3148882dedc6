// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {ChainConfig, SolverConfig} from "fillproof/contracts/types/Config.sol";
import {PayerTerms, PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {Guarding} from "./Guarding.sol";
import {vm} from "../common/Vm.sol";

/// What the functions of roles do, called by anyone with any roles.
contract GuardRoles is Guarding {
    /// Arguments of any function of a role.
    struct Act {
        uint8 which;
        bytes32 word;
        address account;
        bool flag;
        uint48 start;
        uint48 stop;
        uint256 chainId;
        bytes raw;
    }

    function act(Call memory call, Act memory x) internal returns (bool ok) {
        vm.assume(call.value == 0);
        return send(call, encode(x));
    }

    function encode(Act memory x) internal view returns (bytes memory) {
        if (x.which == 0) return encodeChain(x);
        if (x.which == 1) return abi.encodeCall(guard.setRecipient, (x.chainId, x.raw, x.flag));
        if (x.which == 2) return abi.encodeCall(guard.setSolver, (SolverConfig(x.account, x.start, x.stop)));
        if (x.which == 3) return abi.encodeCall(guard.revokeSolver, (x.account));
        if (x.which == 4) return abi.encodeCall(guard.pause, ());
        if (x.which == 5) return abi.encodeCall(guard.unpause, ());
        if (x.which == 6) return abi.encodeCall(guard.grantRole, (x.word, x.account));
        if (x.which == 7) return abi.encodeCall(guard.revokeRole, (x.word, x.account));
        return abi.encodeCall(guard.renounceRole, (x.word, x.account));
    }

    function encodeChain(Act memory x) internal view returns (bytes memory) {
        return abi.encodeCall(guard.setChain, (ChainConfig(string(x.raw), x.chainId, x.flag)));
    }

    function check_guardRoles_markAndMoveNothing(
        Call memory call,
        Act memory x,
        bytes32 id,
        address account,
        address spender
    ) external {
        bool wasMarked = guard.isPaid(id);
        Funds memory before = fundsOf(account);
        uint256 allowed = token.allowance(address(guard), spender);
        (uint256 chainId, bytes32 nameHash) = guard.ownChain();
        act(call, x);
        assert(guard.isPaid(id) == wasMarked);
        assert(same(before, fundsOf(account)) && token.allowance(address(guard), spender) == allowed);
        (uint256 newChainId, bytes32 newNameHash) = guard.ownChain();
        assert(guard.depository() == address(depository) && newChainId == chainId && newNameHash == nameHash);
    }

    function check_guardRoles_needTheirRole(Call memory call, Act memory x) external {
        bytes32 admin = guard.getRoleAdmin(x.word);
        bool isAdmin = guard.hasRole(admin, call.caller);
        bool isAdministrator = guard.hasRole(guard.DEFAULT_ADMIN_ROLE(), call.caller);
        bool isGuardian = guard.hasRole(guard.GUARDIAN_ROLE(), call.caller);
        bool isPolicy = guard.hasRole(guard.POLICY_ROLE(), call.caller);
        if (!act(call, x)) return;
        if (x.which <= 2) assert(isPolicy);
        else if (x.which <= 4) assert(isGuardian);
        else if (x.which == 5) assert(isAdministrator);
        else if (x.which <= 7) assert(isAdmin);
        else assert(x.account == call.caller);
    }

    function check_guardRescue_marksNothingAndMovesOwnFunds(
        Call memory call,
        address rescued,
        address to,
        uint256 amount,
        bytes32 id,
        address account
    ) external {
        assumeKnownToken(rescued);
        vm.assume(call.value == 0 && account != address(guard));
        bool wasMarked = guard.isPaid(id);
        bool mayRescue = guard.hasRole(guard.RESCUE_ROLE(), call.caller);
        Funds memory before = fundsOf(account);
        bool ok = send(call, abi.encodeCall(guard.rescue, (rescued, to, amount)));
        Funds memory now_ = fundsOf(account);
        assert(guard.isPaid(id) == wasMarked);
        assert(now_.native >= before.native && now_.tokens >= before.tokens);
        if (!ok || account != to) assert(same(before, now_));
        if (ok) assert(mayRescue);
    }

    /// A name stands for no chain, or for one that stands for it: two names never stand for one chain.
    function isPaired(bytes32 nameHash) private view returns (bool) {
        (uint256 id, ) = guard.chainOf(nameHash);
        return id == 0 || guard.nameHashOf(id) == nameHash;
    }

    function check_guardSetChain_keepsNamesOneToOne(Call memory call, Act memory x, bytes32 nameHash) external {
        vm.assume(nameHash != 0 && isPaired(nameHash) && isPaired(keccak256(x.raw)));
        vm.assume(call.value == 0);
        send(call, encodeChain(x));
        assert(isPaired(nameHash));
    }

    /// Whatever is set, in any order: a name stands for no chain, or for the first that it stood for, and that is kept.
    function check_guardSetChain_neverMovesAName(Call memory call, Act memory x, bytes32 nameHash) external {
        vm.assume(call.value == 0 && x.chainId <= type(uint248).max);
        uint256 kept = guard.keptIdOf(nameHash);
        (uint256 id, ) = guard.chainOf(nameHash);
        vm.assume(id == 0 || id == kept);
        bytes32 keptName = guard.keptNameOf(x.chainId);
        vm.assume(keptName == 0 || guard.keptIdOf(keptName) == x.chainId);
        send(call, encodeChain(x));
        (id, ) = guard.chainOf(nameHash);
        assert(id == 0 || id == guard.keptIdOf(nameHash));
        assert(kept == 0 || guard.keptIdOf(nameHash) == kept);
    }

    /// 20 bytes and the same ones padded to 32 are two recipients.
    function check_guardSetRecipient_changesOneEntry(
        Call memory call,
        Act memory x,
        uint256 chainId,
        bytes memory other
    ) external {
        vm.assume(call.value == 0);
        bool was = guard.isRecipientAllowed(chainId, other);
        bool ok = send(call, abi.encodeCall(guard.setRecipient, (x.chainId, x.raw, x.flag)));
        bool isSame = chainId == x.chainId && keccak256(other) == keccak256(x.raw);
        assert(guard.isRecipientAllowed(chainId, other) == (ok && isSame ? x.flag : was));
    }

    function check_guardSetChain_keepsTheOwnName(Call memory call, Act memory x) external {
        (uint256 ownId, bytes32 ownHash) = guard.ownChain();
        vm.assume(ownHash != 0 && ownId != 0 && isPaired(ownHash) && isPaired(keccak256(x.raw)));
        (uint256 id, ) = guard.chainOf(ownHash);
        vm.assume(id == ownId && call.value == 0);
        send(call, encodeChain(x));
        (id, ) = guard.chainOf(ownHash);
        assert(id == ownId);
        (id, ) = guard.chainOf(keccak256(x.raw));
        assert(id != ownId || keccak256(x.raw) == ownHash);
    }

    function check_deposit_cannotPayOrRescue(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms,
        Attestation memory a,
        bytes memory otherSignature,
        Act memory x
    ) external {
        terms.currency = address(0);
        uint256 salt = order.salt;
        order.salt = x.chainId;
        bytes memory again = abi.encodeCall(guard.rescue, (address(0), x.account, x.chainId));
        if (x.which == 0) again = abi.encodeCall(guard.paySigned, (order, otherSignature, terms));
        if (x.which == 1) again = abi.encodeCall(guard.payAttested, (a, otherSignature, order, terms));
        depository.reenterWith(again);
        order.salt = salt;
        paySigned(call, signature, order, terms);
        assert(!depository.didReenter());
    }
}
