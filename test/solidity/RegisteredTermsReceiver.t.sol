// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {RegisteredTermsReceiver} from "../../contracts/RegisteredTermsReceiver.sol";
import {IFillSettlement} from "../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../contracts/interfaces/ISolverPolicy.sol";
import {FillproofTest, FillRequest, RegisteredEvidence, Solver} from "../../contracts/testing/FillproofTest.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {RegisteredTerms} from "../../contracts/types/RegisteredTerms.sol";
import {vm} from "./support/Vm.sol";

/// What receivers of registered terms have beside the others: a registrar's role, and requests that are paid once.
contract RegisteredTermsReceiverTest is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    Solver private registrar = makeSolver("registrar");
    FillRequest private request;
    RegisteredTermsReceiver private receiver;
    bytes32 private role;

    function setUp() public {
        request = makeRequest(recipient);
        request.refundTo = makeSolver("refunds").addr;
        receiver = deployRegisteredTermsReceiver(makeConfig(request, address(this), 1), registrar.addr);
        request.receiver = address(receiver);
        role = receiver.REGISTRAR_ROLE();
        vm.deal(address(this), 2 ** 100);
    }

    /// Each revocation of the registrar's role makes authorizations stale, also of an account that has renounced it or never
    /// had it; renouncing and granting do not, nor does another role.
    function test_revokeRole_ofTheRegistrarRaises() public {
        address other = makeSolver("other registrar").addr;
        bytes32 policy = receiver.POLICY_ROLE();
        grant(role, other);
        revoke(role, other, 1);
        revoke(role, other, 1);
        revoke(policy, other, 0);
        grant(role, other);
        (Payment memory payment, ) = authorize();
        uint64 epoch = receiver.policyEpoch();
        vm.prank(other);
        receiver.renounceRole(role, other);
        vm.assertEq(receiver.policyEpoch(), epoch);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        revoke(role, other, 1);
    }

    /// What the renouncing registrar signed stays authorized, until its role is revoked.
    function test_renounceRole_stopsNothingInFlight() public {
        (Payment memory first, ) = authorize();
        (Payment memory second, ) = authorize();
        vm.prank(registrar.addr);
        receiver.renounceRole(role, registrar.addr);
        vm.assertTrue(payCall(address(receiver), first, first.minimum));
        uint64 epoch = receiver.policyEpoch();
        receiver.revokeRole(role, registrar.addr);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.AuthorizationStale.selector, epoch, epoch + 1));
        receiver.payAuthorized{value: second.minimum}(second);
    }

    /// Nobody else raises it.
    function test_revokeRole_isForTheAdministrator() public {
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, registrar.addr, bytes32(0))
        );
        vm.prank(registrar.addr);
        receiver.revokeRole(role, registrar.addr);
        vm.assertEq(receiver.policyEpoch(), 1);
    }

    /// Two calls of one request, both authorized: one is paid, and then neither the other nor a direct fill is.
    function testFuzz_payAuthorized_paysARequestOnce(bool second) public {
        (Payment memory one, RegisteredEvidence memory e) = authorize();
        Payment memory two = makePayment(request);
        two.salt = keccak256("another call of the same request");
        present(proveRegistered(authorizedTerms(request, two), request, registrar));
        if (second) (one, two) = (two, one);
        bytes32 id = e.attestation.requestId;
        vm.assertEq(receiver.requestOf(receiver.hashPayment(one)), id);
        vm.assertEq(receiver.requestOf(receiver.hashPayment(two)), id);

        vm.assertTrue(payCall(address(receiver), one, one.minimum));
        vm.assertTrue(receiver.isPaid(id) && receiver.isCallPaid(receiver.hashPayment(one)));
        vm.assertTrue(!receiver.isCallPaid(id) && !receiver.isPaid(receiver.hashPayment(two)));
        bytes memory failure = abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, id);
        vm.expectRevert(failure);
        receiver.payAuthorized{value: two.minimum}(two);
        RegisteredEvidence memory again = proveRegistered(authorizedTerms(request, two), request, registrar);
        vm.expectRevert(failure);
        present(again);
        again = proveRegistered(makeTerms(request), request, registrar);
        vm.expectRevert(failure);
        fill(again);
    }

    /// A request that was filled directly pays for no call.
    function test_authorizeFill_refusesAPaidRequest() public {
        (Payment memory payment, ) = authorize();
        RegisteredEvidence memory direct = proveRegistered(makeTerms(request), request, registrar);
        fill(direct);
        bytes memory failure = abi.encodeWithSelector(
            ISolverPolicy.RequestAlreadyPaid.selector,
            direct.attestation.requestId
        );
        vm.expectRevert(failure);
        receiver.payAuthorized{value: payment.minimum}(payment);
        payment.salt = keccak256("new");
        RegisteredEvidence memory e = proveRegistered(authorizedTerms(request, payment), request, registrar);
        vm.expectRevert(failure);
        present(e);
    }

    /// A call belongs to the first request that it was authorized for.
    function test_authorizeFill_linksACallOnce() public {
        (Payment memory payment, RegisteredEvidence memory e) = authorize();
        ++request.salt;
        RegisteredEvidence memory other = proveRegistered(authorizedTerms(request, payment), request, registrar);
        vm.expectRevert(
            abi.encodeWithSelector(
                IFillVerifier.TermsMismatch.selector,
                bytes32("requestId"),
                other.attestation.requestId,
                e.attestation.requestId
            )
        );
        present(other);
    }

    /// A solver may attest a request whose id is a call's hash: `isPaid` can't tell them apart, `isCallPaid` can.
    function test_isCallPaid_isNotFooledByARequestsId() public {
        (Payment memory payment, ) = authorize();
        bytes32 callHash = receiver.hashPayment(payment);
        RegisteredEvidence memory e;
        e.attestation = attestRequest(callHash, request);
        e.signature = sign(e.attestation, request.solver.key);
        e.terms = makeTerms(request);
        e.termsSignature = signTerms(e.attestation, e.terms, request, registrar.key);
        fill(e);
        vm.assertTrue(receiver.isPaid(callHash));
        vm.assertTrue(!receiver.isCallPaid(callHash));
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        vm.assertTrue(receiver.isCallPaid(callHash));
    }

    /// @dev Another request, with a call that is authorized now.
    function authorize() private returns (Payment memory payment, RegisteredEvidence memory e) {
        ++request.salt;
        payment = makePayment(request);
        e = proveRegistered(authorizedTerms(request, payment), request, registrar);
        present(e);
    }

    function grant(bytes32 which, address account) private {
        uint64 epoch = receiver.policyEpoch();
        receiver.grantRole(which, account);
        vm.assertEq(receiver.policyEpoch(), epoch);
    }

    function revoke(bytes32 which, address account, uint64 raised) private {
        (Payment memory payment, RegisteredEvidence memory e) = authorize();
        uint64 epoch = receiver.policyEpoch();
        receiver.revokeRole(which, account);
        vm.assertTrue(!receiver.hasRole(which, account));
        vm.assertEq(receiver.policyEpoch(), epoch + raised);
        if (raised != 0) {
            vm.expectRevert(abi.encodeWithSelector(IFillSettlement.AuthorizationStale.selector, epoch, epoch + raised));
            receiver.payAuthorized{value: payment.minimum}(payment);
            present(e);
        }
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
    }

    function present(RegisteredEvidence memory e) private {
        receiver.authorizeFill(e.attestation, e.signature, e.terms, e.termsSignature, e.recipientProof);
    }

    function fill(RegisteredEvidence memory e) private {
        RegisteredTerms memory terms = e.terms;
        receiver.fill{value: terms.minimum}(
            e.attestation,
            e.signature,
            terms,
            e.termsSignature,
            e.recipientProof,
            terms.minimum
        );
    }
}
