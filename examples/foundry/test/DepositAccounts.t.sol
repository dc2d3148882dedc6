// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "fillproof/contracts/InboxReceiver.sol";
import {IFillVerifier} from "fillproof/contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "fillproof/contracts/interfaces/ISolverPolicy.sol";
import {LocalService, LocalSigning} from "fillproof/contracts/local/LocalService.sol";
import {
    FillproofTest,
    FillRequest,
    SignedFillEvidence,
    VM_FILLPROOF as vm
} from "fillproof/contracts/testing/FillproofTest.sol";
import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {DepositAccounts} from "../src/DepositAccounts.sol";
import {Coin} from "./Coin.sol";

contract DepositAccountsTest is FillproofTest {
    address internal user = makeUser("user of an exchange");
    Coin internal coin;
    LocalService internal service;
    InboxReceiver internal receiver;
    DepositAccounts internal accounts;
    FillRequest internal request;
    InboxTerms internal terms;

    function setUp() public {
        coin = new Coin();
        service = new LocalService();
        coin.mint(service.solver(), 100 ether);
        // A claim must be at least 5 coins.
        service.addToken(address(coin), 5 ether);
        receiver = service.deployInboxReceiver(address(this), 0.1 ether);
        accounts = new DepositAccounts(address(receiver));
        request = openHook(address(receiver), address(accounts));
        request.minimum = 5 ether;
        terms = accounts.termsOf(user, address(coin));
    }

    /// Anyone may claim, with an order that pays the inbox.
    function claim(SignedFillEvidence memory e) internal {
        receiver.claim(terms, e.order, e.signature, e.recipientProof);
    }

    function test_creditsWhatTheServicePaid() public {
        // No transaction comes before the deposit.
        bytes32 id = service.quoteInbox(request, terms);
        service.deposit(id);
        (bool isFilled, ) = service.fill(id);
        assert(isFilled && coin.balanceOf(accounts.addressOf(user, address(coin))) == 5 ether);
        assert(accounts.credit(address(coin), user) == 0);
        claim(service.signedEvidence(id, LocalSigning.solver));
        assert(accounts.credit(address(coin), user) == 5 ether && coin.balanceOf(address(accounts)) == 5 ether);
    }

    function test_creditsAWithdrawalOnThisChain() public {
        coin.mint(address(this), 7 ether);
        fillInbox(address(receiver), terms, 7 ether);
        claim(service.signedEvidence(service.quoteInbox(request, terms), LocalSigning.solver));
        assert(accounts.credit(address(coin), user) == 7 ether);
    }

    function test_refusesAForgedSignatureOfAClaim() public {
        coin.mint(accounts.addressOf(user, address(coin)), 5 ether);
        SignedFillEvidence memory e = service.signedEvidence(service.quoteInbox(request, terms), LocalSigning.stranger);
        vm.expectPartialRevert(ISolverPolicy.UnknownSolver.selector);
        receiver.claim(terms, e.order, e.signature, e.recipientProof);
    }

    function test_refundsTheUserBeforeAClaim() public {
        coin.mint(accounts.addressOf(user, address(coin)), 5 ether);
        SignedFillEvidence memory e = service.signedEvidence(service.quoteInbox(request, terms), LocalSigning.solver);
        vm.prank(user);
        receiver.refund(terms, address(coin), user);
        assert(coin.balanceOf(user) == 5 ether);
        vm.expectPartialRevert(IFillVerifier.PaymentTooLow.selector);
        receiver.claim(terms, e.order, e.signature, e.recipientProof);
    }
}
