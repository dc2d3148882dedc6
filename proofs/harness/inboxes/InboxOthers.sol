// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ChainConfig, RecipientConfig, SolverConfig} from "fillproof/contracts/types/Config.sol";
import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {Inboxing} from "./Inboxing.sol";
import {vm} from "../common/Vm.sol";

/// What moves nothing of an inbox and counts no claim: whatever is neither a claim of it nor a refund of it.
contract InboxOthers is Inboxing {
    /// Arguments of the functions that are neither claim nor refund.
    struct Act {
        uint8 which;
        bytes32 word;
        address account;
        bool flag;
        uint48 start;
        uint48 stop;
        uint128 min;
        uint128 max;
    }

    function encode(Act memory x, ChainConfig memory chain) private view returns (bytes memory) {
        if (x.which == 0) return abi.encodeCall(receiver.rescue, (x.flag ? address(0) : address(token), REFUND_TO, x.max));
        if (x.which == 1) return abi.encodeCall(receiver.setChain, (chain));
        if (x.which == 2) return abi.encodeCall(receiver.setRecipient, (RecipientConfig(x.account, x.flag)));
        if (x.which == 3) return abi.encodeCall(receiver.setReserved, (x.account, x.flag));
        if (x.which == 4) return abi.encodeCall(receiver.setSolver, (SolverConfig(x.account, x.start, x.stop)));
        if (x.which == 5) return abi.encodeCall(receiver.setToken, (x.account, x.min, x.max));
        if (x.which == 6) return abi.encodeCall(receiver.grantRole, (x.word, x.account));
        return abi.encodeCall(receiver.pause, ());
    }

    function check_roles_leaveInboxesAlone(
        Call memory call,
        InboxTerms memory terms,
        bool isNative,
        bool exists,
        Act memory x,
        ChainConfig memory chain,
        bytes32 inboxHash
    ) external {
        vm.assume(call.value == 0);
        address inbox = open(terms, isNative, exists);
        Funds memory before = fundsOf(inbox);
        uint256 count = receiver.claims(inboxHash);
        send(call, encode(x, chain));
        assert(same(fundsOf(inbox), before) && receiver.claims(inboxHash) == count);
    }

    /// A refund of an inbox with another salt, and the claims of both.
    function check_refund_leavesOtherInboxesAndClaimsAlone(
        Call memory call,
        InboxTerms[2] memory terms,
        bool isNative,
        bool exists,
        bytes32 inboxHash
    ) external {
        (terms[0].salt, terms[1].salt) = (bytes32("one"), bytes32("two"));
        address inbox = open(terms[0], !isNative, exists);
        open(terms[1], isNative, exists);
        Funds memory before = fundsOf(inbox);
        uint256 count = receiver.claims(inboxHash);
        refund(call, terms[1], terms[1].token, REFUND_TO);
        assert(same(fundsOf(inbox), before) && receiver.claims(inboxHash) == count);
    }

    /// Anyone but the receiver calls the inbox itself, with any data.
    function check_inbox_obeysItsReceiverAlone(
        Call memory call,
        InboxTerms memory terms,
        bool isNative,
        bytes memory data,
        address account
    ) external {
        address inbox = open(terms, isNative, true);
        vm.assume(call.caller != inbox && call.caller != address(receiver));
        Funds memory before = fundsOf(inbox);
        Funds memory ofAccount = fundsOf(account);
        (bool ok, ) = sendTo(inbox, call, data);
        Funds memory now_ = fundsOf(inbox);
        assert(now_.tokens == before.tokens && now_.native == before.native + (ok ? call.value : 0));
        if (account != inbox && account != call.caller) assert(same(fundsOf(account), ofAccount));
    }
}
