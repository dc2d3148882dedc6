// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PayerRestrictedReceiver} from "../../../contracts/examples/PayerRestrictedReceiver.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

contract PayerRestrictedReceiverTest is FillproofTest {
    address internal payer = makeUser("payer");
    address internal recipient = makeUser("recipient");
    FillRequest internal request;
    PayerRestrictedReceiver internal receiver;

    function setUp() public {
        request = makeRequest(recipient);
        address proxy = deployProxy(address(new PayerRestrictedReceiver()), makeConfig(request, address(this), 1));
        receiver = PayerRestrictedReceiver(proxy);
        receiver.grantRole(receiver.PAYER_ROLE(), payer);
        request.receiver = proxy;
        vm.deal(payer, type(uint128).max);
    }

    function pay(FillEvidence memory e, address from, uint256 amount) internal {
        vm.prank(from);
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    function testFuzz_fill_acceptsListedPayer(uint64 amount) public {
        request.minimum = uint256(amount) + 1;
        pay(prove(directOrder(request), request), payer, request.minimum);
        vm.assertEq(recipient.balance, request.minimum);
    }

    function testFuzz_fill_revertsForOtherPayers(address other) public {
        if (other == payer) return;
        vm.deal(other, request.minimum);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(abi.encodeWithSelector(PayerRestrictedReceiver.PayerNotAllowed.selector, other));
        pay(e, other, request.minimum);
    }

    function testFuzz_fill_keepsTheOtherChecks(uint64 minimum, uint64 amount) public {
        request.minimum = uint256(minimum) + 2;
        uint256 less = 1 + (amount % (request.minimum - 1));
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, less, request.minimum));
        pay(e, payer, less);
    }

    function test_fill_revertsAfterRevocation() public {
        receiver.revokeRole(receiver.PAYER_ROLE(), payer);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(abi.encodeWithSelector(PayerRestrictedReceiver.PayerNotAllowed.selector, payer));
        pay(e, payer, request.minimum);
    }

    /// Presenting evidence stays open to everybody; paying does not.
    function testFuzz_payAuthorized_onlyListedPayers(address other) public {
        if (other == payer || other == recipient) return;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        vm.prank(other);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        vm.deal(other, payment.minimum);
        vm.expectRevert(abi.encodeWithSelector(PayerRestrictedReceiver.PayerNotAllowed.selector, other));
        vm.prank(other);
        receiver.payAuthorized{value: payment.minimum}(payment);

        vm.prank(payer);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(recipient.balance, payment.minimum);
    }

    /// Money that would come back passes the same rule: nobody else causes a return.
    function testFuzz_payAuthorized_returnsToListedPayersOnly(address other) public {
        if (other == payer) return;
        request.refundTo = makeUser("refunds");
        Payment memory payment = makePayment(request);
        vm.deal(other, payment.minimum);
        vm.expectRevert(abi.encodeWithSelector(PayerRestrictedReceiver.PayerNotAllowed.selector, other));
        vm.prank(other);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(request.refundTo.balance, 0);

        vm.prank(payer);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(request.refundTo.balance, payment.minimum);
        vm.assertTrue(!receiver.isPaid(receiver.hashPayment(payment)));
    }

    /// The other checks of a return stay.
    function test_payAuthorized_keepsTheChecksOfReturns() public {
        request.refundTo = address(receiver);
        Payment memory payment = makePayment(request);
        vm.expectRevert(abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, address(receiver)));
        vm.prank(payer);
        receiver.payAuthorized{value: payment.minimum}(payment);
    }
}
