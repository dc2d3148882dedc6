// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
import {ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {IFillDelivery} from "fillproof/contracts/interfaces/IFillDelivery.sol";
import {IFillVerifier} from "fillproof/contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "fillproof/contracts/interfaces/ISolverPolicy.sol";
import {LocalService, LocalSigning} from "fillproof/contracts/local/LocalService.sol";
import {
    FillproofTest,
    FillRequest,
    SignedFillEvidence,
    VM_FILLPROOF as vm
} from "fillproof/contracts/testing/FillproofTest.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Shop} from "../src/Shop.sol";
import {Coin} from "./Coin.sol";

contract ShopTest is FillproofTest {
    address internal buyer = makeUser("buyer");
    Coin internal coin;
    LocalService internal service;
    SignedOrderReceiver internal receiver;
    Shop internal shop;
    FillRequest internal request;

    function setUp() public {
        coin = new Coin();
        service = new LocalService();
        coin.mint(service.solver(), 100 ether);
        // A payment must be at least 5 coins.
        service.addToken(address(coin), 5 ether);
        receiver = service.deployReceiver(address(this), 0.1 ether);
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

    function assertRefused(bool isFilled, bytes memory reason, bytes4 expected) internal view {
        assert(!isFilled && bytes4(reason) == expected && shop.credit(address(0), buyer) == 0);
    }

    function test_creditsTheBuyer() public {
        (bool isFilled, ) = service.fill(authorizeAndPay());
        assert(isFilled && shop.credit(address(0), buyer) == 1 ether && address(shop).balance == 1 ether);
    }

    function test_creditsAToken() public {
        request.token = address(coin);
        request.minimum = 5 ether;
        (bool isFilled, ) = service.fill(authorizeAndPay());
        assert(isFilled && shop.credit(address(coin), buyer) == 5 ether && coin.balanceOf(address(shop)) == 5 ether);
    }

    function test_paysACreditOutOnce() public {
        service.fill(authorizeAndPay());
        vm.deal(address(shop), 3 ether);
        vm.prank(buyer);
        shop.withdraw(address(0));
        assert(buyer.balance == 1 ether);
        vm.prank(buyer);
        vm.expectRevert("nothing to withdraw");
        shop.withdraw(address(0));
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

    function test_refusesAnUnlistedRecipient() public {
        receiver.removeRecipient(address(shop));
        bytes32 id = quote();
        vm.expectPartialRevert(IFillVerifier.RecipientNotAllowed.selector);
        service.authorize(id);
    }

    function test_refusesLessThanTheTokensMinimum() public {
        request.minimum = 0.1 ether - 1;
        bytes memory reason = abi.encodeWithSelector(
            IFillVerifier.TokenAmountOutOfRange.selector,
            address(0),
            0.1 ether - 1,
            0.1 ether,
            type(uint128).max
        );
        // The quote simulates its only call.
        vm.expectRevert(abi.encodeWithSelector(LocalService.DestinationCallFailed.selector, 0, reason));
        quote();
    }

    function test_refusesAShortFill() public {
        (bool isFilled, bytes memory reason) = service.fillShort(authorizeAndPay());
        assertRefused(isFilled, reason, IFillVerifier.PaymentTooLow.selector);
    }

    function test_refusesASecondFill() public {
        bytes32 id = authorizeAndPay();
        service.fill(id);
        (bool isFilled, bytes memory reason) = service.fillAgain(id);
        assert(!isFilled && bytes4(reason) == ISolverPolicy.RequestAlreadyPaid.selector);
        assert(shop.credit(address(0), buyer) == 1 ether);
    }

    function test_acceptsTheLastSecond() public {
        bytes32 id = authorizeAndPay();
        vm.warp(request.deadline);
        (bool isFilled, ) = service.fill(id);
        assert(isFilled);
    }

    function test_refusesALateFill() public {
        bytes32 id = authorizeAndPay();
        vm.warp(request.deadline + 1);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assertRefused(isFilled, reason, ISolverPolicy.RequestExpired.selector);
    }

    function test_creditsNothingWithoutAuthorization() public {
        bytes32 id = quote();
        service.depositTooEarly(id);
        // The service counts the fill, although the receiver returned the money to the user.
        (bool isFilled, ) = service.fill(id);
        assert(isFilled && shop.credit(address(0), buyer) == 0 && request.refundTo.balance == 1 ether);
    }

    function test_refusesAFillThatNamesNoBuyer() public {
        bytes32 id = service.quote(request, makeSignedPayment(request));
        service.authorize(id);
        service.deposit(id);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assertRefused(isFilled, reason, IFillDelivery.HookFailed.selector);
    }

    function test_refusesAStrangersCall() public {
        ReceivedFill memory received;
        received.amount = 1 ether;
        received.data = abi.encode(buyer);
        vm.expectRevert("only the receiver");
        shop.onFill(received);
        assert(shop.credit(address(0), buyer) == 0);
    }
}
