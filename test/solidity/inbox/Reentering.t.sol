// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ITransfers} from "../../../contracts/interfaces/ITransfers.sol";
import {Reentrant} from "../../../contracts/mocks/hostile/Reentrant.sol";
import {ScriptedToken} from "../../../contracts/mocks/hostile/ScriptedToken.sol";
import {SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {InboxTest} from "./support/InboxTest.sol";
import {vm} from "../support/Vm.sol";

/// Claims and refunds many inboxes, as a public multicall contract does: a call that fails stops no other.
contract Batcher {
    uint256 public done;
    uint256 public failed;

    function run(address target, bytes[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, ) = target.call(calls[i]);
            if (ok) ++done;
            else ++failed;
        }
    }
}

/// A hook, a recipient of native currency and a token act on the inbox that pays them, and on another, while it pays.
contract InboxReenteringTest is InboxTest {
    ScriptedToken private scripted = new ScriptedToken();
    Batcher private batcher = new Batcher();

    function setUp() public override {
        super.setUp();
        receiver.setToken(address(scripted), 100, 1_000_000);
        receiver.grantRole(receiver.RESCUE_ROLE(), address(hooked));
        receiver.grantRole(receiver.RESCUE_ROLE(), address(scripted));
        receiver.grantRole(receiver.RESCUE_ROLE(), address(batcher));
    }

    /// What `actor` tries, which owns both inboxes. All calls in one batch come last.
    function attempts(
        InboxTerms memory terms,
        InboxTerms memory other,
        SignedFillEvidence memory e
    ) private returns (address[6] memory targets, bytes[6] memory calls) {
        SignedFillEvidence memory ofOther = opens(other);
        bytes[] memory all = new bytes[](5);
        all[0] = abi.encodeCall(IInboxReceiver.claim, (terms, e.order, e.signature, e.recipientProof));
        all[1] = abi.encodeCall(
            IInboxReceiver.claim,
            (other, ofOther.order, ofOther.signature, ofOther.recipientProof)
        );
        all[2] = abi.encodeCall(IInboxReceiver.refund, (terms, terms.token, stranger));
        all[3] = abi.encodeCall(IInboxReceiver.refund, (other, other.token, stranger));
        all[4] = abi.encodeCall(ITransfers.rescue, (terms.token, stranger, 0));
        for (uint256 i = 0; i < 5; ++i) (targets[i], calls[i]) = (address(receiver), all[i]);
        (targets[5], calls[5]) = (address(batcher), abi.encodeCall(batcher.run, (address(receiver), all)));
    }

    /// Claims `terms` while `actor` tries everything. 2000 lie there, and the list's highest amount leaves 1000 of it.
    function claimWhile(Reentrant actor, bytes4 at, InboxTerms memory terms) private {
        (terms.refundTo, terms.claimer) = (address(actor), address(0));
        InboxTerms memory other = copy(terms);
        SignedFillEvidence memory e = opens(terms);
        (address[6] memory targets, bytes[6] memory calls) = attempts(terms, other, e);
        receiver.setToken(terms.token, 100, 1000);
        pay(other, 700);
        for (uint256 i = 0; i < 6; ++i) {
            pay(terms, 2000 - lying(terms));
            uint256 before = balance(terms.token, terms.recipient);
            uint256 strikes = claimsOf(terms);
            uint256 failed = batcher.failed();
            actor.arm(at, targets[i], 0, calls[i], false);
            vm.assertEq(claim(terms, e), 1000);
            vm.assertTrue(actor.succeeded() == (i == 5));
            vm.assertEq(batcher.failed(), i == 5 ? failed + 5 : failed);
            vm.assertEq(balance(terms.token, terms.recipient), before + 1000);
            vm.assertEq(lying(terms), 1000);
            vm.assertEq(claimsOf(terms), strikes + 1);
        }
        vm.assertEq(batcher.done(), 0);
        vm.assertEq(lying(other), 700);
        vm.assertEq(claimsOf(other), 0);
        vm.assertEq(balance(terms.token, stranger), 0);
    }

    function copy(InboxTerms memory terms) private returns (InboxTerms memory other) {
        other = newTerms(terms.token);
        (other.recipient, other.hook, other.refundTo) = (terms.recipient, terms.hook, terms.refundTo);
    }

    function test_claim_fromTheHook() public {
        for (uint256 i = 0; i < 3; ++i) claimWhile(hooked, hooked.onFill.selector, newHookTerms(tokens[i]));
    }

    function test_claim_fromTheRecipient() public {
        claimWhile(hooked, bytes4(0), newHookTerms(NATIVE));
    }

    function test_claim_fromTheToken() public {
        claimWhile(scripted, scripted.transfer.selector, newTerms(address(scripted)));
        claimWhile(scripted, scripted.transfer.selector, newHookTerms(address(scripted)));
    }

    /// Refunds `terms` to their owner while `actor` tries everything: the owner gets the balance once.
    function refundWhile(Reentrant actor, bytes4 at, InboxTerms memory terms) private {
        terms.refundTo = address(actor);
        InboxTerms memory other = copy(terms);
        (address[6] memory targets, bytes[6] memory calls) = attempts(terms, other, opens(terms));
        pay(other, 700);
        for (uint256 i = 0; i < 6; ++i) {
            pay(terms, 1000);
            uint256 before = balance(terms.token, address(actor));
            uint256 failed = batcher.failed();
            actor.arm(at, targets[i], 0, calls[i], false);
            vm.assertEq(refundAs(address(actor), terms, terms.token, address(actor)), 1000);
            vm.assertTrue(actor.succeeded() == (i == 5));
            vm.assertEq(batcher.failed(), i == 5 ? failed + 5 : failed);
            vm.assertEq(balance(terms.token, address(actor)), before + 1000);
            vm.assertEq(lying(terms), 0);
        }
        vm.assertEq(lying(other), 700);
        vm.assertEq(claimsOf(terms) + claimsOf(other) + batcher.done(), 0);
        vm.assertEq(balance(terms.token, stranger), 0);
    }

    function test_refund_fromTheOwner() public {
        refundWhile(hooked, bytes4(0), newHookTerms(NATIVE));
    }

    function test_refund_fromTheToken() public {
        refundWhile(scripted, scripted.transfer.selector, newTerms(address(scripted)));
    }

    /// A hook that gives instructions to the inbox itself moves nothing, though it is who owns the inbox.
    function test_instructionsFromTheHook() public {
        for (uint256 i = 0; i < 2; ++i) {
            InboxTerms memory terms = newHookTerms(tokens[i]);
            terms.refundTo = address(hooked);
            receiver.setToken(tokens[i], 100, 1000);
            pay(terms, 2000);
            bytes memory instruction = abi.encode(receiver.hashInboxTerms(terms), tokens[i], stranger, 1000);
            hooked.arm(hooked.onFill.selector, receiver.inboxOf(terms), 0, instruction, true);
            vm.assertEq(claim(terms), 1000);
            vm.assertEq(lying(terms), 1000);
            vm.assertEq(balance(tokens[i], stranger), 0);
        }
    }
}
