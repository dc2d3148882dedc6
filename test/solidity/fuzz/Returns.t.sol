// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {TrickyToken} from "../invariants/support/TrickyToken.sol";
import {vm} from "../support/Vm.sol";

/// Calls that nobody authorized, at the boundaries of what is returned.
contract ReturnsFuzz is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    address private payer = makeSolver("payer").addr;
    address private refunds = makeSolver("refunds").addr;
    FillRequest private request;
    AttestedOrderReceiver private receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
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
        MockToken token = makeToken();
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

    /// On a chain that took another id nothing goes back: there every call is one that was never authorized, and what was
    /// authorized under the old id would be returned instead of paid.
    function testFuzz_payAuthorized_returnsNothingUnderAnotherChainId(uint64 chainId, bool isAuthorized) public {
        Payment memory payment = makePayment(request);
        if (isAuthorized) {
            FillEvidence memory e = prove(authorizedOrder(request, payment), request);
            receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        }
        uint256 here = block.chainid;
        uint256 taken = chainId == here ? uint256(chainId) + 1 : chainId;
        vm.chainId(taken);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.WrongDestinationChain.selector, here, taken));
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(refunds.balance, 0);
        vm.chainId(here);
        // Under its own id the chain pays the one and returns the other.
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum) == isAuthorized);
        vm.assertEq(isAuthorized ? recipient.balance : refunds.balance, payment.minimum);
    }

    /// A call that returns nothing or has no range is none, whatever the list takes.
    function testFuzz_payAuthorized_returnsNoEmptyRange(uint128 minimum, uint128 maximum) public {
        receiver.setToken(address(0), 0, type(uint128).max);
        if (minimum != 0 && minimum <= maximum) maximum = minimum - 1;
        Payment memory payment = makePayment(request);
        (payment.minimum, payment.maximum) = (minimum, maximum);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.UnsupportedOutput.selector, 1, minimum, maximum));
        receiver.payAuthorized{value: minimum}(payment);
    }

    /// Native currency goes back to no contract. An account that delegates (EIP-7702), whose code is 0xef0100 and an
    /// address, is none, but where it is on the list itself, or may be in the tree.
    function testFuzz_payAuthorized_returnsNativeToNoContract(uint8 listing, bytes20 tail, uint8 how) public {
        bool mayBeRecipient = list(listing);
        bool isCode = how % 5 != 0;
        if (isCode) vm.etch(refunds, codeOf(tail, how));
        bool isDesignator = how % 5 == 1;
        Payment memory payment = makePayment(request);
        if (isCode && (mayBeRecipient || !isDesignator)) {
            vm.expectRevert(abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, refunds));
        }
        payCall(address(receiver), payment, payment.minimum);
        vm.assertEq(refunds.balance, isCode && (mayBeRecipient || !isDesignator) ? 0 : payment.minimum);
    }

    /// A token goes back to any contract, but to one that is on the list itself, or may be in the tree; and there even one
    /// that delegates counts.
    function testFuzz_payAuthorized_returnsTokensToNoRecipientsContract(uint8 listing, bytes20 tail, uint8 how) public {
        MockToken token = makeToken();
        request.token = address(token);
        Payment memory payment = makePayment(request);
        bool mayBeRecipient = list(listing);
        bool isCode = how % 5 != 0;
        if (isCode) vm.etch(refunds, codeOf(tail, how));
        token.mint(address(this), payment.minimum);
        token.approve(address(receiver), payment.minimum);
        if (isCode && mayBeRecipient) {
            vm.expectRevert(abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, refunds));
        }
        receiver.payAuthorized(payment);
        vm.assertEq(token.balanceOf(refunds), isCode && mayBeRecipient ? 0 : payment.minimum);
    }

    /// To nobody that is never paid, and to no recipient with a hook, with or without code; a plain recipient without code
    /// gets it.
    function testFuzz_payAuthorized_returnsToNobodyThatIsNeverPaid(uint8 who, bool inToken) public {
        MockToken token = makeToken();
        receiver.setRouter(address(this), true);
        address[6] memory never = [
            address(receiver),
            address(token),
            0x000000000022D473030F116dDEE9F6B43aC78BA3,
            address(this),
            refunds,
            recipient
        ];
        receiver.setReserved(refunds, true);
        receiver.setRecipient(RecipientConfig({recipient: recipient, hook: true}));
        address refundTo = never[who % 6];
        request.token = inToken ? address(token) : address(0);
        request.refundTo = refundTo;
        Payment memory payment = makePayment(request);
        token.mint(address(this), payment.minimum);
        token.approve(address(receiver), payment.minimum);
        uint256 value = inToken ? 0 : payment.minimum;
        vm.expectRevert(abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, refundTo));
        receiver.payAuthorized{value: value}(payment);

        receiver.setRecipient(RecipientConfig({recipient: recipient, hook: false}));
        payment.refundTo = recipient;
        receiver.payAuthorized{value: value}(payment);
        vm.assertEq(inToken ? token.balanceOf(recipient) : recipient.balance, payment.minimum);
    }

    /// No value comes with a token.
    function testFuzz_payAuthorized_returnsNoValueWithAToken(uint96 value) public {
        MockToken token = makeToken();
        request.token = address(token);
        Payment memory payment = makePayment(request);
        token.mint(address(this), payment.minimum);
        token.approve(address(receiver), payment.minimum);
        uint256 sent = uint256(value) + 1;
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.UnexpectedValue.selector, sent, 0));
        receiver.payAuthorized{value: sent}(payment);
    }

    /// Nothing while paused; and without a `refundTo` nothing at all.
    function test_payAuthorized_returnsNeitherWhilePausedNorToNobody() public {
        Payment memory payment = makePayment(request);
        receiver.pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        receiver.payAuthorized{value: payment.minimum}(payment);
        receiver.unpause();
        payment.refundTo = address(0);
        bytes32 callHash = receiver.hashPayment(payment);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.NotAuthorized.selector, callHash));
        receiver.payAuthorized{value: payment.minimum}(payment);
    }

    /// What arrives of a token with a fee must reach the minimum.
    function testFuzz_payAuthorized_returnsWhatArrives(uint96 minimum, uint96 brought) public {
        TrickyToken token = new TrickyToken(100, address(this), address(0));
        receiver.setToken(address(token), 1, type(uint128).max);
        request.token = address(token);
        request.minimum = uint256(minimum) + 1;
        request.maximum = type(uint128).max;
        Payment memory payment = makePayment(request);
        // Around what is just enough.
        uint256 amount = brought % 2 == 0 ? brought : request.minimum + request.minimum / 99 + (brought % 3);
        token.mint(payer, amount);
        uint256 arrives = amount - (amount * 100) / 10_000;
        vm.startPrank(payer);
        token.approve(address(receiver), amount);
        if (arrives < payment.minimum) {
            uint256 found = amount < payment.minimum ? amount : arrives;
            vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, found, payment.minimum));
        }
        receiver.payAuthorized(payment);
        vm.stopPrank();
        vm.assertEq(token.balanceOf(refunds), arrives < payment.minimum ? 0 : arrives);
    }

    function makeToken() private returns (MockToken token) {
        token = new MockToken("Token", "TKN", 18);
        receiver.setToken(address(token), 1, type(uint128).max);
    }

    /// @dev Lists who gets money back, or sets a tree of recipients, or neither.
    function list(uint8 listing) private returns (bool mayBeRecipient) {
        if (listing % 3 == 1) receiver.setRecipient(RecipientConfig({recipient: refunds, hook: false}));
        if (listing % 3 == 2) receiver.setRecipientRoot(keccak256("tree"));
        return listing % 3 != 0;
    }

    /// @dev A designator; or the same with one thing different.
    function codeOf(bytes20 tail, uint8 how) private pure returns (bytes memory code) {
        code = abi.encodePacked(hex"ef0100", tail);
        if (how % 5 == 2) code = abi.encodePacked(hex"00", tail);
        if (how % 5 == 3) code = abi.encodePacked(hex"600100", tail);
        if (how % 5 == 4) code = abi.encodePacked(hex"60ef01", tail, how);
    }
}
