// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../contracts/interfaces/ISolverPolicy.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../contracts/testing/FillproofTest.sol";
import {Order} from "../../contracts/types/Order.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

contract AttestedOrderReceiverTest is FillproofTest {
    address internal recipient = makeSolver("recipient").addr;
    FillRequest internal request;
    AttestedOrderReceiver internal receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        vm.deal(address(this), type(uint256).max);
    }

    function pay(FillEvidence memory e, uint256 amount) internal returns (uint256 delivered) {
        return receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    /// Any amount from the minimum on is delivered, to the last wei, and nothing stays behind.
    function testFuzz_fill_deliversExactly(uint96 minimum, uint96 surplus) public {
        request.minimum = uint256(minimum) + 1;
        uint256 amount = request.minimum + surplus;
        Order memory order = directOrder(request);
        FillEvidence memory e = prove(order, request);
        uint256 before = address(this).balance;

        uint256 delivered = pay(e, amount);

        vm.assertEq(delivered, amount);
        vm.assertEq(recipient.balance, amount);
        vm.assertEq(before - address(this).balance, amount);
        vm.assertEq(address(receiver).balance, 0);
        vm.assertTrue(receiver.isPaid(e.attestation.requestId));
    }

    /// Nothing below the minimum is taken, and the order stays payable.
    function testFuzz_fill_revertsBelowMinimum(uint96 minimum, uint256 amount) public {
        request.minimum = uint256(minimum) + 2;
        // The token's list has a minimum of one.
        amount = 1 + (amount % (request.minimum - 1));
        FillEvidence memory e = prove(directOrder(request), request);

        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, amount, request.minimum));
        pay(e, amount);

        vm.assertEq(recipient.balance, 0);
        pay(e, request.minimum);
    }

    /// The stated amount and the value are one.
    function testFuzz_fill_revertsOnOtherValue(uint128 amount, uint96 sent) public {
        uint256 value = uint256(sent) + 1;
        // Nothing is below the least of the list.
        if (amount == 0) amount = 1;
        if (value == amount) ++value;
        FillEvidence memory e = prove(directOrder(request), request);

        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.UnexpectedValue.selector, value, amount));
        receiver.fill{value: value}(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    /// An order is paid once, whatever the form of its signature.
    function testFuzz_fill_paysOnce(uint256 salt, bool compact) public {
        request.salt = salt;
        FillEvidence memory e = prove(directOrder(request), request);
        pay(e, request.minimum);
        if (compact) e.signature = signCompact(e.attestation, request.solver.key);

        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, e.attestation.requestId));
        pay(e, request.minimum);
    }

    /// The deadline is the order's, and the last second counts.
    function testFuzz_fill_revertsWhenExpired(uint32 late) public {
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 time = uint256(request.deadline) + 1 + late;
        vm.warp(time);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestExpired.selector, time, request.deadline));
        pay(e, request.minimum);

        vm.warp(request.deadline);
        pay(e, request.minimum);
    }

    /// Evidence can be presented while paused, so that a call in flight survives a change of the policy; nothing is paid
    /// until the pause ends.
    function testFuzz_authorizeFill_worksWhilePaused(uint64 minimum) public {
        request.minimum = uint256(minimum) + 1;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        receiver.pause();
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        payCall(address(receiver), payment, payment.minimum);
        receiver.unpause();
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
    }
}
