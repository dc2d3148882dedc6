// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {ScriptedRecipient} from "../../../contracts/mocks/hostile/ScriptedRecipient.sol";
import {FillRequest, SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";

/// What is claimed, what is credited, and what stays, for every kind of token.
contract ClaimsTest is InboxTest {
    /// The balance goes to the recipient, and the credit is what arrived.
    function test_claim_passesOn() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            uint256 before = balance(tokens[i], recipient);
            vm.assertEq(claim(terms), less(tokens[i], 1000));
            vm.assertEq(balance(tokens[i], recipient) - before, less(tokens[i], 1000));
            vm.assertEq(lying(terms), 0);
            vm.assertEq(claimsOf(terms), 1);
        }
    }

    /// The hook gets the claim's id, no origin, what arrived and the data of the terms, and already sees the claim counted.
    function test_claim_runsTheHook() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newHookTerms(tokens[i]);
            bytes32 inboxHash = receiver.hashInboxTerms(terms);
            address inbox = receiver.inboxOf(terms);
            SignedFillEvidence memory e = opens(terms);
            bytes32 orderId = hashOrder(inboxOrder(request, terms));
            bytes32 id = receiver.claimId(inboxHash, 1);
            uint256 credited = less(tokens[i], 1000);
            pay(terms, 1000);
            hooked.arm(
                hooked.onFill.selector,
                address(receiver),
                0,
                abi.encodeCall(receiver.claims, (inboxHash)),
                true
            );
            vm.expectEmit(address(receiver));
            emit IInboxReceiver.InboxClaimed(inboxHash, orderId, id, inbox);
            vm.expectEmit(address(receiver));
            emit IFillVerifier.FillAccepted(id, address(hooked), request.solver.addr, inbox, tokens[i], credited);
            vm.expectEmit(address(hooked));
            emit ScriptedRecipient.Told(
                address(receiver),
                ReceivedFill(id, 0, 0, 0, tokens[i], credited, "data"),
                credited
            );
            claim(terms, e);
            vm.assertEq(abi.decode(hooked.outcome(), (uint256)), 1);
        }
    }

    /// Several transfers, extra money and a donation are one claim. Later money is claimed again, with the same order or
    /// another, and each claim has its own id.
    function test_claim_takesWhatIsThere() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 500);
            pay(terms, 500);
            pay(terms, 1);
            vm.assertEq(claim(terms, e), less(tokens[i], 1001));
            pay(terms, 600);
            vm.assertEq(claim(terms, e), less(tokens[i], 600));
            pay(terms, 700);
            vm.assertEq(claim(terms), less(tokens[i], 700));
            vm.assertEq(claimsOf(terms), 3);
            bytes32 inboxHash = receiver.hashInboxTerms(terms);
            for (uint256 n = 1; n < 4; ++n) {
                bytes32 id = keccak256(abi.encode(block.chainid, address(receiver), inboxHash, n));
                vm.assertEq(receiver.claimId(inboxHash, n), id);
            }
        }
    }

    /// Nobody checks when or by whom the money came: a stranger's order, asked for with other money in mind, opens the inbox
    /// for what is there, and closes nothing.
    function test_claim_strangersOrder() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            FillRequest memory own = request;
            request.originUser = stranger;
            (request.originAmount, request.minimum) = (1, 500);
            SignedFillEvidence memory foreign = opens(terms);
            request = own;
            vm.prank(stranger);
            vm.assertEq(claim(terms, foreign), less(tokens[i], 1000));
            pay(terms, 1000);
            vm.assertEq(claim(terms), less(tokens[i], 1000));
        }
    }

    /// What is above the list's maximum waits for the next claim.
    function test_claim_leavesTheExcess() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1_000_600);
            vm.assertEq(claim(terms), less(tokens[i], 1_000_000));
            vm.assertEq(lying(terms), 600);
            vm.assertEq(claim(terms), less(tokens[i], 600));
        }
    }

    /// A recipient of the tree, with its hook, needs its proof.
    function test_claim_recipientOfTheTree() public {
        receiver.removeRecipient(address(hooked));
        bytes32 hook = bytes32(uint256(1));
        bytes memory leaf = abi.encode(block.chainid, address(receiver), address(hooked), hook);
        receiver.setRecipientRoot(keccak256(bytes.concat(keccak256(leaf))));
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newHookTerms(tokens[i]);
            pay(terms, 1000);
            SignedFillEvidence memory e = opens(terms);
            refuses(terms, e, abi.encodeWithSelector(IFillVerifier.RecipientNotAllowed.selector, address(hooked)));
            e.recipientProof = new bytes32[](1);
            e.recipientProof[0] = hook;
            vm.assertEq(claim(terms, e), less(tokens[i], 1000));
        }
    }

    /// The largest of the three minimums counts, for what lies there and for what arrives.
    function test_claim_minimum() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            request.minimum = 500;
            InboxTerms memory terms = newTerms(tokens[i]);
            refuses(terms, tooLow(0, 500));
            pay(terms, 499);
            refuses(terms, tooLow(499, 500));
            pay(terms, 1);
            if (tokens[i] == tokens[3]) {
                refuses(terms, tooLow(495, 500));
                pay(terms, 5);
            }
            vm.assertTrue(claim(terms) >= 500);

            terms.minimum = 600;
            pay(terms, 599);
            refuses(terms, tooLow(599, 600));
            pay(terms, 8);
            vm.assertTrue(claim(terms) >= 600);

            terms.minimum = 0;
            request.minimum = 1;
            terms.salt = "other";
            pay(terms, 99);
            refuses(terms, tooLow(99, 100));
            pay(terms, 2);
            vm.assertTrue(claim(terms) >= 100);
        }
    }

    /// Until the second of the earlier deadline, the terms' or the order's.
    function test_claim_deadline() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            vm.warp(1000);
            (uint256 ends, uint256 orders) = i % 2 == 0 ? (2000, 3000) : (3000, 2000);
            request.deadline = uint32(orders);
            InboxTerms memory terms = newTerms(tokens[i]);
            terms.deadline = uint48(ends);
            pay(terms, 1000);
            vm.warp(2001);
            refuses(terms, abi.encodeWithSignature("RequestExpired(uint256,uint256)", 2001, 2000));
            vm.warp(2000);
            claim(terms);
        }
    }

    /// Fill, claim, fill, claim in one transaction.
    function test_claim_twiceInOneTransaction() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newHookTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            this.fillAndClaimTwice(terms, e);
            vm.assertEq(claimsOf(terms), 2);
            vm.assertEq(balance(tokens[i], address(hooked)), less(tokens[i], 1000) + less(tokens[i], 700));
        }
    }

    function fillAndClaimTwice(InboxTerms memory terms, SignedFillEvidence memory e) external {
        fill(terms, 1000);
        vm.assertEq(claim(terms, e), less(terms.token, 1000));
        fill(terms, 700);
        vm.assertEq(claim(terms, e), less(terms.token, 700));
    }

    /// A solver pays native currency with calldata; before the first claim the inbox has no code, and after it has.
    function fill(InboxTerms memory terms, uint256 amount) private {
        if (terms.token != NATIVE) return pay(terms, amount);
        address inbox = receiver.inboxOf(terms);
        vm.deal(address(this), amount);
        (bool ok, ) = inbox.call{value: amount}(abi.encode(keccak256("order id")));
        vm.assertTrue(ok);
    }
}
