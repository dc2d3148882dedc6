// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {FillRequest, SignedFillEvidence, Solver} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig, RouteConfig, SolverConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {Order, OrderInput, OrderOutputPayment} from "../../../contracts/types/Order.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";

/// What opens no inbox. Everything else about the claim is in order, and the money stays.
contract ClaimRefusalsTest is InboxTest {
    modifier forEachToken() {
        for (uint256 i = 0; i < tokens.length; ++i) {
            terms = newTerms(tokens[i]);
            pay(terms, 1000);
            _;
            vm.assertEq(lying(terms), 1000, "the money stays");
            vm.assertEq(claimsOf(terms), 0);
            request.receiver = address(receiver);
            claim(terms);
        }
    }

    InboxTerms private terms;

    function test_anotherAccountsOrder() public forEachToken {
        bytes32 inbox = toWord(receiver.inboxOf(terms));
        // Another inbox of this receiver, for each of the terms.
        for (uint256 field = 1; field < 9; ++field) {
            InboxTerms memory other = change(terms, field);
            bytes32 otherInbox = toWord(receiver.inboxOf(other));
            vm.assertTrue(otherInbox != inbox);
            refuses(terms, opens(other), mismatch("recipient", otherInbox, inbox));
        }
        // The same inbox of another receiver.
        InboxReceiver second = deployInboxReceiver(makeConfig(request, address(this), 100), makeChains(request));
        request.receiver = address(second);
        refuses(terms, opens(terms), mismatch("recipient", toWord(second.inboxOf(terms)), inbox));
    }

    function test_anotherToken() public forEachToken {
        InboxTerms memory other = terms;
        Order memory order = inboxOrder(request, terms);
        order.output.payments[0].currency = abi.encodePacked(address(0xbeef));
        refuses(other, proveSigned(order, request), mismatch("token", toWord(address(0xbeef)), toWord(other.token)));
    }

    function test_anotherChain() public forEachToken {
        Order memory order = inboxOrder(request, terms);
        order.output.chainId = "elsewhere";
        bytes memory reason = abi.encodeWithSelector(IFillVerifier.WrongDestinationChain.selector, 0, block.chainid);
        refuses(terms, proveSigned(order, request), reason);
        // A fork with another id.
        SignedFillEvidence memory e = opens(terms);
        uint256 own = this.chain();
        vm.chainId(own + 1);
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.WrongDestinationChain.selector, own, own + 1));
        vm.chainId(own);
    }

    function chain() external view returns (uint256) {
        return block.chainid;
    }

    function test_calls() public forEachToken {
        Order memory order = inboxOrder(request, terms);
        order.output.calls = new bytes[](2);
        order.output.calls[0] = order.output.calls[1] = orderCall(address(1), 0, "");
        refuses(
            terms,
            proveSigned(order, request),
            abi.encodeWithSelector(IFillVerifier.CallsNotSupported.selector, 2)
        );
    }

    function test_notOnePayment() public forEachToken {
        Order memory order = inboxOrder(request, terms);
        OrderOutputPayment memory payment = order.output.payments[0];
        order.output.payments = new OrderOutputPayment[](2);
        order.output.payments[0] = order.output.payments[1] = payment;
        refuses(terms, proveSigned(order, request), unsupported(2));
        order.output.payments = new OrderOutputPayment[](0);
        refuses(terms, proveSigned(order, request), unsupported(0));
        order = inboxOrder(request, terms);
        order.output.payments[0].minimumAmount = 0;
        refuses(terms, proveSigned(order, request), unsupported(1));
        order = inboxOrder(request, terms);
        bytes memory long = abi.encode(receiver.inboxOf(terms));
        order.output.payments[0].recipient = long;
        refuses(
            terms,
            proveSigned(order, request),
            abi.encodeWithSelector(ISolverPolicy.InvalidOrderAddress.selector, long)
        );
    }

    function test_signer() public forEachToken {
        Solver memory solver = request.solver;
        Order memory order = inboxOrder(request, terms);
        SignedFillEvidence memory e = proveSigned(order, request);
        e.signature[0] = bytes1(uint8(e.signature[0]) ^ 1);
        vm.expectRevert(bytes(""));
        this.claimBadly(terms, e);
        // A stranger's own order, and one that names the solver.
        request.solver = makeSolver("stranger");
        refuses(terms, opens(terms), unknown(request.solver.addr));
        refuses(terms, proveSigned(order, request), unknown(request.solver.addr));
        // Another solver's order, signed by this one.
        order.solver = request.solver.addr;
        request.solver = solver;
        refuses(terms, proveSigned(order, request), mismatch("solver", toWord(order.solver), toWord(solver.addr)));
        // Revoked between fill and claim.
        e = opens(terms);
        receiver.revokeSolver(solver.addr);
        refuses(terms, e, unknown(solver.addr));
        receiver.setSolver(SolverConfig(solver.addr, 0, 0));
    }

    function claimBadly(InboxTerms memory of_, SignedFillEvidence memory e) external {
        try receiver.claim(of_, e.order, e.signature, e.recipientProof) {} catch {
            assembly {
                revert(0, 0)
            }
        }
    }

    function test_origin() public forEachToken {
        SignedFillEvidence memory e = opens(terms);
        receiver.setRoute(RouteConfig(1, 0, 0, 0));
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.OriginNotAccepted.selector, 1, 0));
        receiver.setRoute(RouteConfig(1, 0, 2 ether, 3 ether));
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.AmountOutOfRange.selector, 1 ether, 2 ether, 3 ether));
        receiver.setRoute(RouteConfig(1, 0, 1, type(uint128).max));
        Order memory order = inboxOrder(request, terms);
        order.inputs = new OrderInput[](0);
        refuses(
            terms,
            proveSigned(order, request),
            abi.encodeWithSelector(IFillVerifier.OriginNotAccepted.selector, 0, 0)
        );
    }

    function test_claimer() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            terms = newTerms(tokens[i]);
            terms.claimer = stranger;
            pay(terms, 1000);
            refuses(terms, abi.encodeWithSelector(IInboxReceiver.ClaimerNotAllowed.selector, address(this), stranger));
            SignedFillEvidence memory e = opens(terms);
            vm.prank(stranger);
            claim(terms, e);
        }
    }

    function test_recipient() public forEachToken {
        SignedFillEvidence memory e = opens(terms);
        receiver.removeRecipient(recipient);
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.RecipientNotAllowed.selector, recipient));
        receiver.setRecipient(RecipientConfig(recipient, false));
        receiver.setReserved(recipient, true);
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.InvalidRecipient.selector, toWord(recipient)));
        receiver.setReserved(recipient, false);
    }

    /// A role takes a hook away, or gives one, while money waits: nothing runs around a hook, and nothing is lost.
    function test_hookChanged() public forEachToken {
        SignedFillEvidence memory e = opens(terms);
        receiver.setRecipient(RecipientConfig(recipient, true));
        refuses(terms, e, mismatch("hook", bytes32(0), bytes32(uint256(1))));
        receiver.setRecipient(RecipientConfig(recipient, false));
        InboxTerms memory hookTerms = newHookTerms(terms.token);
        pay(hookTerms, 1000);
        receiver.setRecipient(RecipientConfig(address(hooked), false));
        refuses(hookTerms, mismatch("hook", bytes32(uint256(1)), bytes32(0)));
        vm.assertEq(refundAs(owner, hookTerms, terms.token, owner), 1000);
        receiver.setRecipient(RecipientConfig(address(hooked), true));
    }

    function test_tokenTakenOff() public forEachToken {
        SignedFillEvidence memory e = opens(terms);
        receiver.setToken(terms.token, 0, 0);
        refuses(terms, e, abi.encodeWithSelector(IFillVerifier.TokenNotAccepted.selector, terms.token));
        receiver.setToken(terms.token, 100, 1_000_000);
    }

    /// A token that is off the list is not even asked for a balance.
    function test_tokenNotAsked() public {
        terms = newTerms(address(0xdead));
        refuses(terms, abi.encodeWithSelector(IFillVerifier.TokenNotAccepted.selector, address(0xdead)));
        receiver.setToken(address(0xdead), 1, 2);
        refuses(terms, abi.encodeWithSignature("TokenUnreadable(address)", address(0xdead)));
    }

    function test_paused() public forEachToken {
        SignedFillEvidence memory e = opens(terms);
        receiver.pause();
        refuses(terms, e, abi.encodeWithSignature("EnforcedPause()"));
        receiver.unpause();
    }

    /// Without an owner, or with the receiver as its owner, there is no inbox.
    function test_noOwner() public {
        address[2] memory owners = [address(0), address(receiver)];
        for (uint256 i = 0; i < 2 * tokens.length; ++i) {
            address token = tokens[i / 2];
            terms = newTerms(token);
            SignedFillEvidence memory e = opens(terms);
            terms.refundTo = owners[i % 2];
            bytes memory reason = abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, terms.refundTo);
            vm.expectRevert(reason);
            receiver.inboxOf(terms);
            refuses(terms, e, reason);
            refusesRefund(terms.refundTo, terms, token, stranger, reason);
        }
    }

    /// The fill contract of the order does not matter.
    function test_anyFillContract() public {
        bytes[3] memory named = [bytes(""), abi.encode(address(receiver)), bytes("not an address at all")];
        for (uint256 i = 0; i < 3; ++i) {
            terms = newTerms(NATIVE);
            pay(terms, 1000);
            Order memory order = inboxOrder(request, terms);
            order.output.extraData = named[i];
            claim(terms, proveSigned(order, request));
        }
    }

    function change(InboxTerms memory from, uint256 field) private view returns (InboxTerms memory other) {
        other = abi.decode(abi.encode(from), (InboxTerms));
        if (field == 1) other.recipient = stranger;
        if (field == 2) other.hook = !from.hook;
        if (field == 3) other.refundTo = stranger;
        if (field == 4) other.claimer = stranger;
        if (field == 5) other.deadline -= 1;
        if (field == 6) other.minimum += 1;
        if (field == 7) other.salt = "another";
        if (field == 8) other.data = "more";
    }

    function mismatch(bytes32 field, bytes32 found, bytes32 required) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFillVerifier.TermsMismatch.selector, field, found, required);
    }

    function unsupported(uint256 payments) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFillVerifier.UnsupportedOutput.selector, payments, 0, type(uint256).max);
    }

    function unknown(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ISolverPolicy.UnknownSolver.selector, signer, 0, 0);
    }
}
