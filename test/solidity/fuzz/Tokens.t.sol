// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {SignedOrderReceiver} from "../../../contracts/SignedOrderReceiver.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {
    FillEvidence,
    FillproofTest,
    FillRequest,
    SignedFillEvidence
} from "../../../contracts/testing/FillproofTest.sol";
import {Order} from "../../../contracts/types/Order.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {TrickyToken} from "../invariants/support/TrickyToken.sol";
import {vm} from "../support/Vm.sol";

/// The list of tokens, at, below and above its bounds, in each way that money comes.
contract TokensFuzz is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    address private refunds = makeSolver("refunds").addr;
    address private stranger = makeSolver("stranger").addr;
    FillRequest private request;
    AttestedOrderReceiver private receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        vm.deal(address(this), 2 ** 200);
    }

    // The list

    /// What is set is what is found, and told; a range of nothing is none, and a reversed one is refused.
    function testFuzz_setToken_setsTheRange(address token, uint128 min, uint128 max) public {
        if (min > max) {
            vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.InvalidConfig.selector, bytes32("min")));
            receiver.setToken(token, min, max);
            (min, max) = (max, min);
        }
        vm.expectEmit(address(receiver));
        emit IFillVerifier.TokenSet(token, min, max);
        receiver.setToken(token, min, max);
        (uint128 foundMin, uint128 foundMax) = receiver.tokenRange(token);
        vm.assertEq(foundMin, min);
        vm.assertEq(foundMax, max);
    }

    /// Only who may change the policy sets a token.
    function test_setToken_isForThePolicyRole() public {
        bytes32 role = receiver.POLICY_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, stranger, role)
        );
        vm.prank(stranger);
        receiver.setToken(address(0), 1, 1);
    }

    // Calls

    /// All that a call may bring lies in the range, both ends included: when evidence is presented, and when it is returned.
    function testFuzz_call_liesInTheRange(bool inToken, uint96 low, uint96 span, uint256 seed) public {
        address token = inToken ? address(new MockToken("Token", "TKN", 18)) : address(0);
        uint256 min = uint256(low) + 2;
        uint256 max = min + span;
        receiver.setToken(token, uint128(min), uint128(max));
        request.token = token;
        request.refundTo = refunds;
        (request.minimum, request.maximum) = (min - 1 + (seed % 3), max - 1 + ((seed >> 8) % 3));
        if (request.minimum > request.maximum) request.maximum = request.minimum;
        Payment memory payment = makePayment(request);
        bytes memory failure;
        if (payment.minimum < min) failure = outOfRange(token, payment.minimum, min, max);
        else if (payment.maximum > max) failure = outOfRange(token, payment.maximum, min, max);

        uint256 amount = payment.minimum;
        if (inToken) bring(MockToken(token), amount);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        expect(failure);
        receiver.payAuthorized{value: inToken ? 0 : amount}(payment);
        expect(failure);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        if (failure.length != 0) return;
        vm.assertEq(inToken ? MockToken(token).balanceOf(refunds) : refunds.balance, amount);
        vm.assertTrue(pay(payment, amount));
        vm.assertEq(inToken ? MockToken(token).balanceOf(recipient) : recipient.balance, amount);
    }

    /// A range without an upper bound takes what fits into 128 bits; a call without a maximum has one that does not.
    function test_call_hasNoMaximumBeyondTheRange() public {
        request.maximum = 2 ** 128;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        vm.expectRevert(outOfRange(address(0), 2 ** 128, 1, type(uint128).max));
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }

    /// A token that somebody made up, or that was removed, is neither taken nor returned, nor even called.
    function testFuzz_call_bringsNoTokenThatIsNotListed(bool wasListed, uint96 minimum) public {
        MockToken token = new MockToken("Made up", "MADE", 18);
        if (wasListed) {
            receiver.setToken(address(token), 1, type(uint128).max);
            receiver.setToken(address(token), 0, 0);
        }
        request.token = address(token);
        request.refundTo = refunds;
        request.minimum = uint256(minimum) + 1;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        bring(token, payment.minimum);
        vm.expectCall(address(token), "", 0);
        vm.expectRevert(notAccepted(address(token)));
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.expectRevert(notAccepted(address(token)));
        receiver.payAuthorized(payment);
        e = prove(directOrder(request), request);
        vm.expectRevert(notAccepted(address(token)));
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, payment.minimum);
    }

    // Direct fills

    /// Of native currency the value counts.
    function testFuzz_fill_valueLiesInTheRange(uint96 low, uint96 span, uint8 which) public {
        uint256 min = uint256(low) + 2;
        uint256 max = min + span;
        receiver.setToken(address(0), uint128(min), uint128(max));
        request.minimum = 1;
        uint256 amount = [min - 1, min, max, max + 1][which % 4];
        FillEvidence memory e = prove(directOrder(request), request);
        if (amount < min || amount > max) vm.expectRevert(outOfRange(address(0), amount, min, max));
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
        vm.assertEq(recipient.balance, amount < min || amount > max ? 0 : amount);
    }

    /// Of a token what arrived counts, whatever a fee leaves of what was sent.
    function testFuzz_fill_measuredAmountLiesInTheRange(uint96 sent, uint8 which, uint16 fee) public {
        TrickyToken token = new TrickyToken(fee % 5000, makeSolver("sink").addr, address(0));
        uint256 amount = uint256(sent) + 1000;
        uint256 arrives = amount - (amount * (fee % 5000)) / 10_000;
        // The range ends at what arrives, or just before.
        uint256 min = [uint256(1), arrives, arrives + 1, 1][which % 4];
        uint256 max = [arrives, 2 ** 127, 2 ** 127, arrives - 1][which % 4];
        receiver.setToken(address(token), uint128(min), uint128(max));
        (request.token, request.minimum) = (address(token), 1);
        FillEvidence memory e = prove(directOrder(request), request);
        token.mint(address(this), amount);
        token.approve(address(receiver), amount);
        if (which % 4 > 1) vm.expectRevert(outOfRange(address(token), arrives, min, max));
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, amount);
        vm.assertTrue(receiver.isPaid(e.attestation.requestId) == (which % 4 < 2));
    }

    // What the list is for

    /// An order of one ether that pays the router, whose call brings one wei: the list's minimum is what refuses it.
    function test_list_keepsAnOrderOfOneEtherFromBeingPaidWithOneWei() public {
        (SignedOrderReceiver signed, SignedFillEvidence memory e, Payment memory payment) = cheapOrder(address(0));
        signed.setToken(address(0), 0.01 ether, type(uint128).max);
        vm.expectRevert(outOfRange(address(0), 1, 0.01 ether, type(uint128).max));
        signed.authorizeFill(e.order, e.signature, e.recipientProof);

        // A list that takes one wei takes it here too.
        signed.setToken(address(0), 1, type(uint128).max);
        signed.authorizeFill(e.order, e.signature, e.recipientProof);
        vm.assertTrue(payCall(address(signed), payment, 1));
        vm.assertEq(recipient.balance, 1);
        vm.assertTrue(signed.isCallPaid(signed.hashPayment(payment)));
    }

    /// The same order paid in a token that its asker deployed a minute ago.
    function test_list_keepsAnOrderOfOneEtherFromBeingPaidWithAMadeUpToken() public {
        MockToken token = new MockToken("Made up", "MADE", 18);
        (SignedOrderReceiver signed, SignedFillEvidence memory e, ) = cheapOrder(address(token));
        vm.expectRevert(notAccepted(address(token)));
        signed.authorizeFill(e.order, e.signature, e.recipientProof);
    }

    /// @dev An order that pays the router one ether, and calls the receiver with one unit of `token`.
    function cheapOrder(
        address token
    ) private returns (SignedOrderReceiver signed, SignedFillEvidence memory e, Payment memory payment) {
        request.router = makeSolver("router").addr;
        request.minimum = 1 ether;
        signed = deploySignedOrderReceiver(makeConfig(request, address(this), 1), makeChains(request));
        request.receiver = address(signed);
        payment = makeSignedPayment(request);
        (payment.token, payment.minimum, payment.maximum) = (token, 1, 1);
        Order memory order = authorizedOrder(request, payment);
        vm.assertEq(order.output.payments[0].minimumAmount, 1 ether);
        e = proveSigned(order, request);
    }

    function pay(Payment memory payment, uint256 amount) private returns (bool isPaid) {
        if (payment.token != address(0)) MockToken(payment.token).mint(address(this), amount);
        return payCall(address(receiver), payment, amount);
    }

    function bring(MockToken token, uint256 amount) private {
        token.mint(address(this), amount);
        token.approve(address(receiver), amount);
    }

    function expect(bytes memory failure) private {
        if (failure.length != 0) vm.expectRevert(failure);
    }

    function notAccepted(address token) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFillVerifier.TokenNotAccepted.selector, token);
    }

    function outOfRange(address token, uint256 amount, uint256 min, uint256 max) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFillVerifier.TokenAmountOutOfRange.selector, token, amount, min, max);
    }
}
