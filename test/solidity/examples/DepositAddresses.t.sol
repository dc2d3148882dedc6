// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {DepositAddresses} from "../../../contracts/examples/DepositAddresses.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {LocalService, LocalSigning} from "../../../contracts/local/LocalService.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {TokenConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {PlainToken} from "../inbox/support/InboxTokens.sol";
import {vm} from "../support/Vm.sol";

/// Addresses that an exchange pays, through the service and without it.
contract DepositAddressesTest is FillproofTest {
    address private user = makeUser("user of the exchange");
    PlainToken private coin = new PlainToken();
    LocalService private service;
    InboxReceiver private receiver;
    DepositAddresses private accounts;
    FillRequest private request;

    function setUp() public {
        service = new LocalService();
        coin.mint(service.solver(), 1000);
        service.addToken(address(coin), 50);
        receiver = service.deployInboxReceiver(address(this), 1 ether);
        accounts = new DepositAddresses(receiver, coin);
        request = openHook(address(receiver), address(accounts));
        request.originCurrency = address(0);
        request.minimum = 100;
    }

    function quote() private returns (bytes32 id) {
        return service.quoteInbox(request, accounts.termsOf(user));
    }

    function claim(bytes32 id) private returns (uint256 credited) {
        SignedFillEvidence memory e = service.signedEvidence(id, LocalSigning.solver);
        return receiver.claim(accounts.termsOf(user), e.order, e.signature, e.recipientProof);
    }

    /// The service fills without any transaction before, and the credit follows with the claim.
    function test_creditsWhatTheServicePaid() public {
        bytes32 id = quote();
        service.deposit(id);
        (bool isFilled, ) = service.fill(id);
        vm.assertTrue(isFilled);
        vm.assertEq(coin.balanceOf(accounts.addressOf(user)), 100);
        vm.assertEq(accounts.creditOf(user), 0);
        vm.assertEq(claim(id), 100);
        vm.assertEq(accounts.creditOf(user), 100);
        vm.prank(user);
        accounts.withdraw();
        vm.assertEq(coin.balanceOf(user), 100);
        vm.assertEq(coin.balanceOf(address(accounts)), 0);
    }

    /// An exchange that withdraws on this chain pays the same address; an order of the service opens it.
    function test_creditsAPlainWithdrawal() public {
        coin.mint(accounts.addressOf(user), 300);
        vm.assertEq(claim(quote()), 300);
        vm.assertEq(accounts.creditOf(user), 300);
    }

    /// Until the claim the money is the user's.
    function test_refundsTheUser() public {
        coin.mint(accounts.addressOf(user), 300);
        InboxTerms memory terms = accounts.termsOf(user);
        vm.prank(user);
        receiver.refund(terms, address(coin), user);
        vm.assertEq(coin.balanceOf(user), 300);
        bytes32 id = quote();
        vm.expectRevert(abi.encodeWithSignature("PaymentTooLow(uint256,uint256)", 0, 100));
        this.claimNow(id);
    }

    function claimNow(bytes32 id) external {
        claim(id);
    }

    /// The hook is the receiver's alone, and credits one token.
    function test_refusesOthers() public {
        ReceivedFill memory received;
        received.data = abi.encode(user);
        vm.expectRevert(
            abi.encodeWithSelector(DepositAddresses.CallerNotReceiver.selector, address(this), address(receiver))
        );
        accounts.onFill(received);
        vm.prank(address(receiver));
        vm.expectRevert(abi.encodeWithSelector(DepositAddresses.TokenNotCredited.selector, address(0), address(coin)));
        accounts.onFill(received);
        vm.assertEq(accounts.creditOf(user), 0);
    }
}
