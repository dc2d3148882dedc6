// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "../SignedOrderReceiver.sol";
import {ISolverPolicy} from "../interfaces/ISolverPolicy.sol";
import {IFillVerifier} from "../interfaces/IFillVerifier.sol";
import {ReceivedFill} from "../interfaces/IFillRecipient.sol";
import {LocalService, LocalSigning} from "../local/LocalService.sol";
import {FillproofTest, FillRequest, SignedFillEvidence, VM_FILLPROOF as vm} from "../testing/FillproofTest.sol";
import {Payment} from "../types/Payment.sol";
import {Shop} from "./Shop.sol";

contract ShopTest is FillproofTest {
    address private buyer = makeSolver("buyer").addr;
    LocalService private service;
    SignedOrderReceiver private receiver;
    Shop private shop;
    FillRequest private request;

    function setUp() public {
        service = new LocalService();
        receiver = service.deployReceiver(address(this));
        shop = new Shop(address(receiver));
        request = openHook(address(receiver), address(shop));
    }

    /// @dev An order of one ether for the shop, whose call names the buyer.
    function quote() private returns (bytes32 id) {
        Payment memory payment = makeSignedPayment(request);
        payment.data = abi.encode(buyer);
        return service.quote(request, payment);
    }

    function authorizeAndPay() private returns (bytes32 id) {
        id = quote();
        service.authorize(id);
        service.deposit(id);
    }

    function test_creditsTheBuyer() public {
        (bool isFilled, ) = service.fill(authorizeAndPay());
        assert(isFilled && shop.credit(buyer) == 1 ether && address(shop).balance == 1 ether);
    }

    function test_refusesAForgedSignature() public {
        bytes32 id = quote();
        vm.expectPartialRevert(ISolverPolicy.UnknownSolver.selector);
        service.authorizeAs(id, LocalSigning.stranger);
    }

    function test_refusesAChangedOrder() public {
        SignedFillEvidence memory e = service.signedEvidence(quote(), LocalSigning.solver);
        e.order.output.payments[0].minimumAmount = 1;
        vm.expectPartialRevert(ISolverPolicy.UnknownSolver.selector);
        receiver.authorizeFill(e.order, e.signature, e.recipientProof);
    }

    function test_refusesAShortFill() public {
        (bool isFilled, bytes memory reason) = service.fillShort(authorizeAndPay());
        assert(!isFilled && bytes4(reason) == IFillVerifier.PaymentTooLow.selector);
        assert(shop.credit(buyer) == 0);
    }

    function test_refusesASecondFill() public {
        bytes32 id = authorizeAndPay();
        service.fill(id);
        (bool isFilled, bytes memory reason) = service.fillAgain(id);
        assert(!isFilled && bytes4(reason) == ISolverPolicy.RequestAlreadyPaid.selector);
        assert(shop.credit(buyer) == 1 ether);
    }

    function test_refusesALateFill() public {
        bytes32 id = authorizeAndPay();
        vm.warp(request.deadline + 1);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assert(!isFilled && bytes4(reason) == ISolverPolicy.RequestExpired.selector);
    }

    function test_creditsNothingWithoutAuthorization() public {
        bytes32 id = quote();
        service.deposit(id);
        // The service counts the fill: the receiver returned the money to the user.
        (bool isFilled, ) = service.fill(id);
        assert(isFilled && shop.credit(buyer) == 0 && request.refundTo.balance == 1 ether);
    }

    function test_refusesAStrangersCall() public {
        ReceivedFill memory received;
        received.data = abi.encode(buyer);
        try shop.onFill(received) {
            assert(false);
        } catch Error(string memory reason) {
            assert(keccak256(bytes(reason)) == keccak256("not a fill in native currency"));
        }
    }
}
