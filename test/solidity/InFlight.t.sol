// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {IFillSettlement} from "../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../contracts/interfaces/ISolverPolicy.sol";
import {FillEvidence, FillproofTest, FillRequest, Solver} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig, RouteConfig, SolverConfig} from "../../contracts/types/Config.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

/// A call that was authorized, and what becomes of it when somebody changes the policy: it is paid or reverts, and is never
/// returned, although it names a `refundTo`.
contract InFlightTest is FillproofTest {
    address internal recipient = makeSolver("recipient").addr;
    address internal stranger = makeSolver("stranger").addr;
    address internal router = makeSolver("router").addr;
    FillRequest internal request;
    Payment internal payment;
    AttestedOrderReceiver internal receiver;
    uint64 internal authorizedAt;

    function setUp() public {
        vm.warp(1_000_000);
        request = makeRequest(recipient);
        request.refundTo = makeSolver("refunds").addr;
        request.router = router;
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        vm.deal(address(this), 2 ** 100);
        next();
    }

    // What raises nothing

    function test_solvers_raiseNothing() public {
        address solver = request.solver.addr;
        receiver.setSolver(SolverConfig(stranger, 0, 0));
        staysPayable("another solver is added");
        receiver.revokeSolver(stranger);
        staysPayable("another solver is revoked");
        receiver.revokeSolver(makeSolver("never a solver").addr);
        staysPayable("no solver is revoked");
        receiver.setSolver(SolverConfig(solver, 0, uint48(block.timestamp + 30 days)));
        staysPayable("a planned rotation");
        receiver.setSolver(SolverConfig(solver, uint48(block.timestamp), uint48(block.timestamp + 1)));
        staysPayable("a window that covers now alone");
    }

    function test_routes_raiseWhatTheyNarrow() public {
        setRoute(1, 1, type(uint128).max);
        staysPayable("set as it is");
        setRoute(1, 0, type(uint128).max);
        staysPayable("widened");
        setRoute(7, 5, 10);
        staysPayable("added");
        setRoute(7, 4, 11);
        staysPayable("another is widened");
        setRoute(7, 5, 11);
        isStale("another one's minimum is raised");
        setRoute(7, 5, 10);
        isStale("another one's maximum is lowered");
        setRoute(7, 0, 0);
        isStale("another is removed");
        setRoute(7, 0, 0);
        staysPayable("one that is not there is removed");
        setRoute(7, 9, 9);
        staysPayable("added again");
    }

    function test_tokens_raiseWhatTheyNarrow() public {
        receiver.setToken(address(0), 1, type(uint128).max);
        staysPayable("set as it is");
        receiver.setToken(address(0), 0, type(uint128).max);
        staysPayable("widened");
        receiver.setToken(stranger, 5, 10);
        staysPayable("added");
        receiver.setToken(stranger, 4, 11);
        staysPayable("another is widened");
        receiver.setToken(stranger, 5, 11);
        isStale("another one's minimum is raised");
        receiver.setToken(stranger, 5, 10);
        isStale("another one's maximum is lowered");
        receiver.setToken(stranger, 0, 0);
        isStale("another is removed");
        receiver.setToken(stranger, 0, 0);
        staysPayable("one that is not there is removed");
        receiver.setToken(stranger, 9, 9);
        staysPayable("added again");
    }

    function test_recipients_raiseWhatTheyNarrow() public {
        setRecipient(recipient, false);
        staysPayable("set as it is");
        setRecipient(stranger, false);
        staysPayable("added");
        setRecipient(stranger, true);
        isStale("another one's hook is set");
        setRecipient(stranger, true);
        staysPayable("set again");
        setRecipient(stranger, false);
        isStale("another one's hook is taken away");
        receiver.removeRecipient(stranger);
        isStale("another is removed");
        receiver.removeRecipient(stranger);
        staysPayable("one that is not there is removed");
        setRecipient(stranger, true);
        staysPayable("added with a hook");
    }

    function test_root_raisesWhatItNarrows() public {
        receiver.setRecipientRoot(keccak256("tree"));
        staysPayable("set first");
        receiver.setRecipientRoot(keccak256("tree"));
        staysPayable("set as it is");
        receiver.setRecipientRoot(keccak256("another tree"));
        isStale("changed");
        setRecipient(stranger, false);
        isStale("a recipient is listed who may be in the tree");
        setRecipient(stranger, false);
        staysPayable("set again");
        receiver.removeRecipient(makeSolver("nobody").addr);
        staysPayable("nobody is removed");
        receiver.setRecipientRoot(0);
        isStale("removed");
        receiver.setRecipientRoot(0);
        staysPayable("removed again");
    }

    function test_routers_raiseWhatTheyNarrow() public {
        receiver.setRouter(router, true);
        staysPayable("set as it is");
        receiver.setRouter(stranger, true);
        staysPayable("added");
        receiver.setRouter(stranger, false);
        isStale("another is removed");
        receiver.setRouter(stranger, false);
        staysPayable("one that is not there is removed");
        setRecipient(stranger, false);
        staysPayable("a recipient is added");
        receiver.setRouter(stranger, true);
        isStale("a recipient becomes a router");
        receiver.setRouter(stranger, true);
        staysPayable("set again");
        receiver.setRecipientRoot(keccak256("tree"));
        receiver.setRouter(makeSolver("in the tree").addr, true);
        isStale("somebody who may be in the tree becomes a router");
    }

    function test_reserved_raisesWhatItNarrows() public {
        receiver.setReserved(stranger, true);
        staysPayable("a stranger is reserved");
        receiver.setReserved(stranger, false);
        staysPayable("and released");
        setRecipient(stranger, false);
        receiver.setReserved(stranger, true);
        isStale("a recipient is reserved");
        receiver.setReserved(stranger, true);
        staysPayable("reserved again");
        receiver.setReserved(stranger, false);
        staysPayable("a recipient is released");
        receiver.setRecipientRoot(keccak256("tree"));
        receiver.setReserved(makeSolver("in the tree").addr, true);
        isStale("somebody who may be in the tree is reserved");
    }

    function test_roles_raiseNothing() public {
        bytes32 role = receiver.POLICY_ROLE();
        receiver.grantRole(role, stranger);
        staysPayable("a role is granted");
        receiver.revokeRole(role, stranger);
        staysPayable("and revoked");
        receiver.renounceRole(role, address(this));
        staysPayable("and renounced");
        receiver.pause();
        receiver.unpause();
        staysPayable("a pause that ended");
        receiver.rescue(address(0), stranger, 0);
        staysPayable("a rescue");
    }

    // What a call that can't be paid does

    function test_authorized_revertsWhilePaused() public {
        receiver.pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        receiver.payAuthorized{value: payment.minimum}(payment);
        receiver.unpause();
        staysPayable("the pause ended");
    }

    function test_authorized_revertsWithoutItsSolver() public {
        address solver = request.solver.addr;
        receiver.revokeSolver(solver);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.UnknownSolver.selector, solver, 0, 0));
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(receiver.policyEpoch(), authorizedAt);
        receiver.setSolver(SolverConfig(solver, 0, 0));
        staysPayable("the solver is back");
    }

    function test_authorized_revertsWhenLate() public {
        uint256 late = uint256(payment.deadline) + 1;
        vm.warp(late);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestExpired.selector, late, payment.deadline));
        receiver.payAuthorized{value: payment.minimum}(payment);
    }

    function test_authorized_revertsWhenPaid() public {
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        bytes32 callHash = receiver.hashPayment(payment);
        bytes memory failure = abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, callHash);
        vm.expectRevert(failure);
        receiver.payAuthorized{value: payment.minimum}(payment);
        FillEvidence memory e = evidence();
        vm.expectRevert(failure);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        // Nor does a narrowed policy make it anybody's again.
        setRoute(1, 2, type(uint128).max);
        vm.expectRevert(failure);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.assertTrue(receiver.isCallPaid(callHash));
    }

    // Whose authorization is kept

    /// Each success is told, whether or not it changed anything.
    function test_authorizeFill_tellsEachSuccess() public {
        FillEvidence memory e = evidence();
        bytes32 callHash = receiver.hashPayment(payment);
        request.salt = ++salts;
        FillEvidence memory other = prove(authorizedOrder(request, payment), request);
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectEmit(address(receiver));
            emit IFillSettlement.FillAuthorized(e.attestation.requestId, callHash, payment.deadline);
            receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
            vm.expectEmit(address(receiver));
            emit IFillSettlement.FillAuthorized(other.attestation.requestId, callHash, payment.deadline);
            receiver.authorizeFill(other.attestation, other.signature, other.order, other.recipientProof);
        }
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        vm.assertTrue(receiver.isPaid(callHash));
        vm.assertTrue(!receiver.isPaid(e.attestation.requestId) && !receiver.isPaid(other.attestation.requestId));
    }

    /// Of two solvers that are active the one whose window ends last is kept, in whatever order they come.
    function testFuzz_authorizeFill_keepsTheSolverThatLasts(uint32 first, uint32 second) public {
        Solver memory one = makeSolver("first");
        Solver memory two = makeSolver("second");
        uint48 firstEnd = uint48(block.timestamp + 1 + first);
        uint48 secondEnd = uint48(block.timestamp + 1 + second);
        receiver.setSolver(SolverConfig(one.addr, 0, firstEnd));
        receiver.setSolver(SolverConfig(two.addr, 0, secondEnd));
        payment.salt = keccak256("another call");
        authorizeAs(one);
        authorizeAs(two);
        isStored(secondEnd > firstEnd ? two : one);
        authorizeAs(one);
        isStored(secondEnd > firstEnd ? two : one);
    }

    /// A solver that is not active now, even with a window that ends later, gives way to one that is.
    function testFuzz_authorizeFill_replacesASolverThatIsNotActive(uint32 wait, bool revoked) public {
        Solver memory other = makeSolver("other");
        receiver.setSolver(SolverConfig(other.addr, 0, uint48(block.timestamp + 1)));
        if (revoked) receiver.revokeSolver(request.solver.addr);
        else receiver.setSolver(SolverConfig(request.solver.addr, uint48(block.timestamp + 1 + wait), 0));
        isStored(request.solver);
        authorizeAs(other);
        isStored(other);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
    }

    /// Evidence of now replaces what is stale, whoever lasts longer.
    function test_authorizeFill_replacesWhatIsStale() public {
        Solver memory other = makeSolver("other");
        receiver.setSolver(SolverConfig(other.addr, 0, uint48(block.timestamp + 1)));
        setRoute(1, 2, type(uint128).max);
        authorizeAs(other);
        isStored(other);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
    }

    // Helpers

    uint256 private salts;

    /// @dev Another call, authorized now.
    function next() private {
        request.salt = ++salts;
        payment = makePayment(request);
        present();
    }

    function present() private {
        FillEvidence memory e = evidence();
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        authorizedAt = receiver.policyEpoch();
    }

    function evidence() private view returns (FillEvidence memory) {
        return prove(authorizedOrder(request, payment), request);
    }

    function authorizeAs(Solver memory solver) private {
        FillRequest memory theirs = request;
        theirs.solver = solver;
        FillEvidence memory e = prove(authorizedOrder(theirs, payment), theirs);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function isStored(Solver memory solver) private view {
        (address stored, uint64 epoch) = receiver.authorization(receiver.hashPayment(payment));
        vm.assertEq(stored, solver.addr);
        vm.assertTrue(epoch != 0);
    }

    function staysPayable(string memory why) private {
        vm.assertEq(receiver.policyEpoch(), authorizedAt, why);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum), why);
        next();
    }

    /// @dev The call reverts, until its evidence is presented again.
    function isStale(string memory why) private {
        vm.assertEq(receiver.policyEpoch(), authorizedAt + 1, why);
        vm.expectRevert(
            abi.encodeWithSelector(IFillSettlement.AuthorizationStale.selector, authorizedAt, authorizedAt + 1)
        );
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(request.refundTo.balance, 0);
        present();
        staysPayable(why);
    }

    function setRoute(uint256 chainId, uint128 min, uint128 max) private {
        receiver.setRoute(RouteConfig({chainId: chainId, currency: 0, min: min, max: max}));
    }

    function setRecipient(address account, bool hook) private {
        receiver.setRecipient(RecipientConfig({recipient: account, hook: hook}));
    }
}
