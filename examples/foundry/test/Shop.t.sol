// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
import {IFillVerifier} from "fillproof/contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "fillproof/contracts/interfaces/ISolverPolicy.sol";
import {ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {LocalService, LocalSigning} from "fillproof/contracts/local/LocalService.sol";
import {
    FillproofTest,
    FillRequest,
    SignedFillEvidence,
    VM_FILLPROOF as vm
} from "fillproof/contracts/testing/FillproofTest.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Shop} from "../src/Shop.sol";

contract ShopTest is FillproofTest {
    address internal buyer = makeSolver("buyer").addr;
    LocalService internal service;
    SignedOrderReceiver internal receiver;
    Shop internal shop;
    FillRequest internal request;

    function setUp() public {
        service = new LocalService();
        receiver = service.deployReceiver(address(this));
        shop = new Shop(address(receiver));
        request = openHook(address(receiver), address(shop));
    }

    /// An order of one ether for the shop, whose call names the buyer.
    function quote() internal returns (bytes32 id) {
        Payment memory payment = makeSignedPayment(request);
        payment.data = abi.encode(buyer);
        return service.quote(request, payment);
    }

    function authorizeAndPay() internal returns (bytes32 id) {
        id = quote();
        service.authorize(id);
        service.deposit(id);
    }

    function test_creditsTheBuyer() public {
        (bool isFilled, ) = service.fill(authorizeAndPay());
        assert(isFilled && shop.credit(buyer) == 1 ether);
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
    }

    function test_refusesASecondFill() public {
        bytes32 id = authorizeAndPay();
        service.fill(id);
        (bool isFilled, bytes memory reason) = service.fillAgain(id);
        assert(!isFilled && bytes4(reason) == ISolverPolicy.RequestAlreadyPaid.selector);
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
