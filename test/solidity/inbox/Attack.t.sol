// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {Inboxes} from "../../../contracts/libraries/Inboxes.sol";
import {ScriptedRecipient} from "../../../contracts/mocks/hostile/ScriptedRecipient.sol";
import {ScriptedToken} from "../../../contracts/mocks/hostile/ScriptedToken.sol";
import {SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {Config, RecipientConfig, RouteConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";

/// Attacks that the other tests do not make: they leave the money where it is, or with whom the terms name.
contract InboxAttackTest is InboxTest {
    uint256 private constant HUGE = 1 << 251;

    ScriptedToken private scripted = new ScriptedToken();

    function setUp() public override {
        super.setUp();
        receiver.setToken(address(scripted), 100, 1_000_000);
    }

    /// A recipient or a token that is called with the money already sees the claim counted, so no id can be used twice.
    function test_countsBeforeTheMoneyLeaves() public {
        InboxTerms memory terms = newHookTerms(NATIVE);
        pay(terms, 1000);
        hooked.arm(bytes4(0), address(receiver), 0, readsClaims(terms), true);
        claim(terms);
        vm.assertEq(abi.decode(hooked.outcome(), (uint256)), 1);

        terms = newTerms(address(scripted));
        pay(terms, 1000);
        scripted.arm(scripted.transfer.selector, address(receiver), 0, readsClaims(terms), true);
        claim(terms);
        vm.assertEq(abi.decode(scripted.outcome(), (uint256)), 1);
    }

    function readsClaims(InboxTerms memory terms) private view returns (bytes memory) {
        return abi.encodeCall(receiver.claims, (receiver.hashInboxTerms(terms)));
    }

    /// The order names where its money came from. The hook is not told, since nothing proves that this money did.
    function test_hidesTheOrigin() public {
        request.originCurrency = address(0xc0ffee);
        receiver.setRoute(RouteConfig(1, toWord(request.originCurrency), 1, type(uint128).max));
        InboxTerms memory terms = newHookTerms(NATIVE);
        pay(terms, 1000);
        SignedFillEvidence memory e = opens(terms);
        bytes32 id = receiver.claimId(receiver.hashInboxTerms(terms), 1);
        vm.expectEmit(address(hooked));
        emit ScriptedRecipient.Told(address(receiver), ReceivedFill(id, 0, 0, 0, NATIVE, 1000, "data"), 1000);
        claim(terms, e);
    }

    /// A stranger's token makes the inbox call it, and tries everything while it runs. The payment stays, and can be claimed.
    function test_aTokenOfAStranger() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            address inbox = receiver.inboxOf(terms);
            bytes32 inboxHash = receiver.hashInboxTerms(terms);
            pay(terms, 1000);
            (address[4] memory targets, bytes[4] memory calls) = (
                [address(receiver), address(receiver), inbox, inbox],
                [
                    abi.encodeCall(IInboxReceiver.claim, (terms, e.order, e.signature, e.recipientProof)),
                    abi.encodeCall(IInboxReceiver.refund, (terms, tokens[i], owner)),
                    abi.encode(inboxHash, tokens[i], stranger, 1000),
                    abi.encode(inboxHash, tokens[i], address(scripted), 1000)
                ]
            );
            for (uint256 j = 0; j < 4; ++j) {
                ScriptedToken wrong = new ScriptedToken();
                wrong.mint(inbox, 5);
                wrong.arm(wrong.transfer.selector, targets[j], 0, calls[j], false);
                refundAs(stranger, terms, address(wrong), owner);
                vm.assertEq(wrong.strikes(), 1);
                vm.assertTrue(wrong.succeeded() == (j > 1));
                vm.assertEq(lying(terms), 1000);
            }
            vm.assertEq(claim(terms, e), less(tokens[i], 1000));
        }
    }

    /// Accounts that are no tokens move nothing: precompiles, the inbox, its implementation, the receiver, another inbox.
    function test_noTokens() public {
        InboxTerms memory other = newTerms(NATIVE);
        pay(other, 2000);
        claim(other);
        pay(other, 1000);
        InboxTerms memory terms = newTerms(NATIVE);
        pay(terms, 1000);
        address inbox = receiver.inboxOf(terms);
        for (uint160 i = 1; i < 24; ++i) {
            address no = address(i);
            if (i == 20) no = inbox;
            if (i == 21) no = Inboxes.IMPLEMENTATION;
            if (i == 22) no = address(receiver);
            if (i == 23) no = receiver.inboxOf(other);
            address caller = i % 2 == 0 ? owner : stranger;
            vm.prank(caller);
            (bool ok, ) = address(receiver).call{gas: 2_000_000}(
                abi.encodeCall(IInboxReceiver.refund, (terms, no, owner))
            );
            vm.assertTrue(!ok);
        }
        vm.assertEq(lying(terms) + lying(other), 2000);
        claim(terms);
    }

    /// Inboxes that pay inboxes: the second has its own owner and its own evidence.
    function test_inboxesOfInboxes() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory last = newTerms(tokens[i]);
            InboxTerms memory first = newTerms(tokens[i]);
            first.recipient = first.refundTo = receiver.inboxOf(last);
            receiver.setRecipient(RecipientConfig(first.recipient, false));
            pay(first, 1000);
            uint256 credited = claim(first);
            vm.assertEq(lying(last), credited);
            refuses(last, opens(first), mismatch(first, last));
            vm.assertEq(claim(last), less(tokens[i], credited));
            // The owner is an account without a voice: the deadline frees the money, for the second owner.
            first.deadline = uint48(block.timestamp);
            pay(first, 1000);
            vm.warp(block.timestamp + 1);
            refundAs(stranger, first, tokens[i], first.refundTo);
            uint256 left = lying(last);
            vm.assertEq(refundAs(owner, last, tokens[i], owner), left);
        }
    }

    function mismatch(InboxTerms memory found, InboxTerms memory required) private view returns (bytes memory) {
        bytes32 one = toWord(receiver.inboxOf(found));
        bytes32 other = toWord(receiver.inboxOf(required));
        return abi.encodeWithSelector(IFillVerifier.TermsMismatch.selector, bytes32("recipient"), one, other);
    }

    /// While one receiver measures, the token claims an inbox of a second receiver for the same recipient. Both credits
    /// together are not above what left.
    function test_twoReceiversOfOneRecipient() public {
        InboxTerms memory terms = newTerms(address(scripted));
        SignedFillEvidence memory e = opens(terms);
        Config memory config = makeConfig(request, address(this), 100);
        InboxReceiver second = deployInboxReceiver(config, makeChains(request));
        request.receiver = address(second);
        SignedFillEvidence memory nested = opens(terms);
        pay(terms, 1000);
        scripted.mint(second.inboxOf(terms), 700);
        bytes memory data = abi.encodeCall(
            second.claim,
            (terms, nested.order, nested.signature, nested.recipientProof)
        );
        scripted.arm(scripted.transfer.selector, address(second), 0, data, true);
        vm.assertEq(claim(terms, e), 1000);
        vm.assertEq(abi.decode(scripted.outcome(), (uint256)), 700);
        vm.assertEq(scripted.balanceOf(recipient), 1700);
    }

    /// A receiver that is a clone itself works, and its implementation, which has no policy, keeps no one's money.
    function test_receiversOfOtherForms() public {
        address implementation = address(new InboxReceiver());
        Config memory config = makeConfig(request, address(this), 100);
        InboxReceiver[2] memory forms = [InboxReceiver(Clones.clone(implementation)), InboxReceiver(implementation)];
        forms[0].initialize(config, makeChains(request));
        for (uint256 i = 0; i < 2; ++i) {
            receiver = forms[i];
            request.receiver = address(receiver);
            InboxTerms memory terms = newTerms(NATIVE);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 1000);
            if (i == 0) vm.assertEq(claim(terms, e), 1000);
            else {
                vm.expectRevert(
                    abi.encodeWithSignature("UnknownSolver(address,uint48,uint48)", request.solver.addr, 0, 0)
                );
                claim(terms, e);
                vm.assertEq(refundAs(owner, terms, NATIVE, stranger), 1000);
            }
        }
    }

    /// The first second and the last that a deadline can name.
    function test_deadlinesAtTheEnds() public {
        InboxTerms memory terms = newTerms(NATIVE);
        terms.deadline = 0;
        pay(terms, 1000);
        refuses(terms, abi.encodeWithSignature("RequestExpired(uint256,uint256)", block.timestamp, 0));
        refundAs(stranger, terms, NATIVE, owner);
        vm.assertEq(owner.balance, 1000);

        terms.deadline = type(uint48).max;
        pay(terms, 1000);
        vm.warp(type(uint32).max);
        request.deadline = type(uint32).max;
        refusesRefund(
            stranger,
            terms,
            NATIVE,
            owner,
            abi.encodeWithSignature("BalanceChanged(address,uint256,uint256)", NATIVE, 0, 1000)
        );
        claim(terms);
    }

    /// Lengths whose upper bits are lost hash as the signed lists, and terms with dirty words as the known ones.
    function test_calldata() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            SignedFillEvidence memory e = opens(terms);
            bytes memory good = abi.encodeCall(receiver.claim, (terms, e.order, e.signature, e.recipientProof));
            uint256 order = word(good, 32);
            uint256 output = order + word(good, order + 160);
            uint256 payments = output + word(good, output + 32);
            uint256 calls = output + word(good, output + 96);
            vm.assertEq(word(good, payments), 1);
            vm.assertEq(word(good, calls), 0);
            refusesPatched(good, payments, HUGE + 1);
            refusesPatched(good, calls, HUGE);
            // token, recipient, hook, refundTo, claimer and deadline, each with its lowest upper bit set.
            uint256 head = word(good, 0);
            uint8[6] memory bits = [160, 160, 1, 160, 160, 48];
            for (uint256 j = 0; j < 6; ++j) {
                refusesPatched(good, head + j * 32, word(good, head + j * 32) | (1 << bits[j]));
            }
            vm.assertEq(lying(terms), 1000);
            // An offset to another empty list says the same, and so does an offset of the terms' data to other zeros.
            uint256 proof = word(good, 96);
            bytes memory moved = patch(patch(good, output + 96, proof - output), head + 256, proof - head);
            (bool ok, ) = address(receiver).call(moved);
            vm.assertTrue(ok);
            vm.assertEq(lying(terms), 0);
        }
    }

    function refusesPatched(bytes memory good, uint256 offset, uint256 value) private {
        (bool ok, ) = address(receiver).call(patch(good, offset, value));
        vm.assertTrue(!ok);
    }

    /// Reads a word of the arguments, which follow the selector.
    function word(bytes memory data, uint256 offset) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := mload(add(add(data, 0x24), offset))
        }
    }

    function patch(bytes memory data, uint256 offset, uint256 value) private pure returns (bytes memory patched) {
        patched = bytes.concat(data);
        assembly ("memory-safe") {
            mstore(add(add(patched, 0x24), offset), value)
        }
    }
}
