// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

/// Calls that nobody authorized, at the boundaries of what is returned.
contract ReturnsFuzz is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    address private refunds = makeSolver("refunds").addr;
    FillRequest private request;
    AttestedOrderReceiver private receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = deployReceiver(makeConfig(request, address(this)));
        request.receiver = address(receiver);
        request.refundTo = refunds;
        vm.deal(address(this), type(uint128).max);
    }

    /// Native value from the minimum to the maximum goes back, all of it; anything else reverts.
    function testFuzz_payAuthorized_returnsNativeValueInRange(uint96 minimum, uint96 span, uint256 seed) public {
        request.minimum = uint256(minimum) + 1;
        request.maximum = request.minimum + span;
        Payment memory payment = makePayment(request);
        uint256[5] memory amounts = [
            payment.minimum,
            payment.maximum,
            payment.minimum - 1,
            payment.maximum + 1,
            seed % 2 ** 100
        ];
        uint256 amount = amounts[seed % 5];
        bool low = amount < payment.minimum;
        bool high = amount > payment.maximum;
        bytes32 callHash = receiver.hashPayment(payment);
        if (low) vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, amount, payment.minimum));
        if (high)
            vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooHigh.selector, amount, payment.maximum));
        if (!low && !high) {
            vm.expectEmit(address(receiver));
            emit IFillSettlement.PaymentReturned(callHash, refunds, address(this), address(0), amount);
        }
        receiver.payAuthorized{value: amount}(payment);
        vm.assertEq(refunds.balance, low || high ? 0 : amount);
        vm.assertEq(recipient.balance + address(receiver).balance, 0);
        vm.assertTrue(!receiver.isPaid(callHash));
    }

    /// Of a token the least of balance, allowance and maximum goes back, if that is enough.
    function testFuzz_payAuthorized_returnsTheLeast(
        uint96 minimum,
        uint96 span,
        uint96 balance,
        uint96 allowance
    ) public {
        MockToken token = new MockToken("Token", "TKN", 18);
        request.token = address(token);
        request.minimum = uint256(minimum) + 1;
        request.maximum = request.minimum + span;
        Payment memory payment = makePayment(request);
        token.mint(address(this), balance);
        token.approve(address(receiver), allowance);
        uint256 least = balance < allowance ? balance : allowance;
        if (least > payment.maximum) least = payment.maximum;
        bool low = least < payment.minimum;
        if (low) vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, least, payment.minimum));
        receiver.payAuthorized(payment);
        vm.assertEq(token.balanceOf(refunds), low ? 0 : least);
        vm.assertEq(token.balanceOf(address(this)), low ? balance : balance - least);
        vm.assertEq(token.balanceOf(address(receiver)), 0);
    }

    /// The deadline is the call's, and the last second counts.
    function testFuzz_payAuthorized_returnsUntilTheDeadline(uint32 late) public {
        Payment memory payment = makePayment(request);
        uint256 time = uint256(request.deadline) + 1 + late;
        vm.warp(time);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestExpired.selector, time, request.deadline));
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.warp(request.deadline);
        vm.assertTrue(!payCall(address(receiver), payment, payment.minimum));
    }

    /// A call that returns nothing or has no range is none.
    function testFuzz_payAuthorized_returnsNoEmptyRange(uint128 minimum, uint128 maximum) public {
        if (minimum != 0 && minimum <= maximum) maximum = minimum - 1;
        Payment memory payment = makePayment(request);
        (payment.minimum, payment.maximum) = (minimum, maximum);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.UnsupportedOutput.selector, 1, minimum, maximum));
        receiver.payAuthorized{value: minimum}(payment);
    }

    /// While recipients are in a tree, or where it is listed itself, an account with code gets nothing back; but one that
    /// delegates (EIP-7702), whose code is 0xef0100 and an address, is none of these.
    function testFuzz_payAuthorized_returnsToNoContract(bool byRoot, bytes20 tail, uint8 how, bytes1 first) public {
        if (byRoot) receiver.setRecipientRoot(keccak256("tree"));
        else receiver.setRecipient(RecipientConfig({recipient: refunds, hook: false}));
        bytes memory code = abi.encodePacked(hex"ef0100", tail);
        // Another length, or other first bytes. Zero is no first byte of a designator.
        if (how % 4 == 1) code = abi.encodePacked(first == 0xef ? bytes1(0) : first, tail);
        if (how % 4 == 2) code = abi.encodePacked(bytes1(0x60), hex"0100", tail);
        if (how % 4 == 3) code = abi.encodePacked(hex"60ef01", tail, uint8(how));
        bool designator = how % 4 == 0;
        vm.etch(refunds, code);
        vm.assertEq(refunds.code.length, code.length);
        Payment memory payment = makePayment(request);
        payment.token = address(0);
        if (!designator) {
            vm.expectRevert(abi.encodeWithSelector(IFillSettlement.InvalidRefundTo.selector, refunds));
            receiver.payAuthorized{value: payment.minimum}(payment);
            return;
        }
        MockToken token = new MockToken("Token", "TKN", 18);
        // Of a token, since the code behind a designator might refuse native currency.
        payment.token = address(token);
        token.mint(address(this), payment.minimum);
        vm.assertTrue(!payCall(address(receiver), payment, payment.minimum));
        vm.assertEq(token.balanceOf(refunds), payment.minimum);
    }
}
