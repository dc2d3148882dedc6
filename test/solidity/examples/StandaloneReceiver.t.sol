// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {FillSettlement} from "../../../contracts/FillSettlement.sol";
import {SignedOrders} from "../../../contracts/evidence/SignedOrders.sol";
import {StandaloneReceiver} from "../../../contracts/examples/StandaloneReceiver.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {
    FillEvidence,
    FillproofTest,
    FillRequest,
    SignedFillEvidence
} from "../../../contracts/testing/FillproofTest.sol";
import {Config, RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {SignedOrderProof} from "../../../contracts/types/SignedOrder.sol";
import {Terms} from "../../../contracts/types/Terms.sol";
import {vm} from "../support/Vm.sol";

/// @notice The same for signed orders, with the one way that they have.
contract StandaloneSignedReceiver is SignedOrders, FillSettlement {
    constructor(Config memory config) initializer {
        __FillDelivery_init(config);
    }

    function authorizeFill(
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external nonReentrant {
        (Terms memory call, bytes32 orderId) = _readAuthorizedFill(order, signature, recipientProof);
        _authorize(call, orderId);
    }
}

/// @notice Calls its payer while it is paid, and notes what came of it.
contract Reenterer {
    bytes internal _call;
    bytes4 public reason;

    function prepare(bytes calldata call) external {
        _call = call;
    }

    receive() external payable {
        (bool isDone, bytes memory returned) = msg.sender.call(_call);
        reason = isDone ? bytes4(0) : bytes4(returned);
    }
}

/// Receivers that are set up by their constructors.
contract StandaloneReceiverTest is FillproofTest {
    address internal admin = makeUser("admin");
    address internal guardian = makeUser("guardian");
    address internal rescuer = makeUser("rescuer");
    address internal recipient = makeUser("recipient");
    FillRequest internal request;
    StandaloneReceiver internal receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = new StandaloneReceiver(makeWholeConfig());
        request.receiver = address(receiver);
        vm.deal(address(this), type(uint128).max);
    }

    /// A router and a reserved address besides.
    function makeWholeConfig() internal returns (Config memory config) {
        request.router = makeSolver("router").addr;
        config = makeConfig(request, admin, 1);
        (config.guardian, config.rescuer) = (guardian, rescuer);
        config.reserved = new address[](1);
        config.reserved[0] = makeSolver("reserved").addr;
    }

    function test_constructor_setsThePolicyOnce() public {
        bytes32[4] memory roles = [
            bytes32(0),
            receiver.POLICY_ROLE(),
            receiver.GUARDIAN_ROLE(),
            receiver.RESCUE_ROLE()
        ];
        address[4] memory holders = [admin, admin, guardian, rescuer];
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertTrue(receiver.hasRole(roles[i], holders[i]));
            vm.assertTrue(!receiver.hasRole(roles[i], address(this)));
        }
        vm.assertTrue(receiver.isSolverActive(request.solver.addr));
        vm.assertEq(receiver.policyEpoch(), 1);
        vm.assertTrue(receiver.isRouter(makeSolver("router").addr));
        vm.assertTrue(receiver.isReserved(makeSolver("reserved").addr));
        (uint128 min, uint128 max) = receiver.tokenRange(request.token);
        vm.assertTrue(min == 1 && max == type(uint128).max);
        (min, max) = receiver.route(request.originChainId, toWord(request.originCurrency));
        vm.assertTrue(min == 1 && max == type(uint128).max);
        (bool allowed, ) = receiver.recipientStatus(recipient);
        vm.assertTrue(allowed);
    }

    function test_fill_isNotEnteredAgain() public {
        Reenterer reenterer = new Reenterer();
        request.recipient = address(reenterer);
        vm.prank(admin);
        receiver.setRecipient(RecipientConfig({recipient: address(reenterer), hook: false}));
        FillEvidence memory first;
        request.salt = 1;
        FillEvidence memory e = prove(directOrder(request), request);
        FillEvidence memory call = prove(authorizedOrder(request, makePayment(request)), request);
        bytes[2] memory calls = [
            abi.encodeCall(receiver.fill, (e.attestation, e.signature, e.order, e.recipientProof, 0)),
            abi.encodeCall(receiver.authorizeFill, (call.attestation, call.signature, call.order, call.recipientProof))
        ];
        for (uint256 i = 0; i < 2; ++i) {
            reenterer.prepare(calls[i]);
            request.salt = 2 + i;
            first = prove(directOrder(request), request);
            uint256 amount = request.minimum;
            receiver.fill{value: amount}(first.attestation, first.signature, first.order, first.recipientProof, amount);
            vm.assertTrue(reenterer.reason() == ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
    }

    function testFuzz_fill_deliversOnce(uint64 surplus) public {
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 amount = request.minimum + surplus;
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
        vm.assertEq(recipient.balance, amount);
        vm.assertTrue(receiver.isPaid(e.attestation.requestId));
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, e.attestation.requestId));
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    function testFuzz_payAuthorized_returnsAndThenPays(uint64 minimum) public {
        request.minimum = uint256(minimum) + 1;
        request.refundTo = makeUser("refunds");
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        vm.assertTrue(!payCall(address(receiver), payment, payment.minimum));
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        vm.assertEq(request.refundTo.balance, payment.minimum);
        vm.assertTrue(receiver.isPaid(receiver.hashPayment(payment)));
        vm.assertEq(recipient.balance, payment.minimum);
    }

    function testFuzz_payAuthorized_ofSignedOrders(uint64 minimum) public {
        StandaloneSignedReceiver signed = new StandaloneSignedReceiver(makeConfig(request, admin, 1));
        vm.prank(admin);
        signed.setChain(makeChains(request)[0]);
        request.receiver = address(signed);
        request.minimum = uint256(minimum) + 1;
        Payment memory payment = makeSignedPayment(request);
        SignedFillEvidence memory e = proveSigned(authorizedOrder(request, payment), request);
        signed.authorizeFill(e.order, e.signature, e.recipientProof);
        vm.assertTrue(payCall(address(signed), payment, payment.minimum));
        vm.assertEq(recipient.balance, payment.minimum);
        bytes32 callHash = signed.hashPayment(payment);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, callHash));
        signed.authorizeFill(e.order, e.signature, e.recipientProof);
    }
}
