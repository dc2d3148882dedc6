// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ITransfers} from "../../../contracts/interfaces/ITransfers.sol";
import {ScriptedToken} from "../../../contracts/mocks/hostile/ScriptedToken.sol";
import {SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";
import {Market, PricedRecipient} from "./support/PricedRecipient.sol";

/// Hooks, recipients, tokens and strangers that want more than their part.
contract InboxHostileTest is InboxTest {
    bytes4 private constant REENTERED = bytes4(keccak256("ReentrancyGuardReentrantCall()"));

    ScriptedToken private scripted = new ScriptedToken();
    Market private market = new Market();
    PricedRecipient private priced = new PricedRecipient(market);

    function setUp() public override {
        super.setUp();
        receiver.setToken(address(scripted), 100, 1_000_000);
        receiver.setRecipient(RecipientConfig(address(priced), true));
    }

    /// Everything that acts, called from a hook, from a recipient of native currency, and from a token.
    function test_reentrancy() public {
        InboxTerms memory other = newTerms(NATIVE);
        other.refundTo = address(hooked);
        pay(other, 1000);
        SignedFillEvidence memory e = opens(other);
        bytes[3] memory calls = [
            abi.encodeCall(IInboxReceiver.claim, (other, e.order, e.signature, e.recipientProof)),
            abi.encodeCall(IInboxReceiver.refund, (other, NATIVE, stranger)),
            abi.encodeCall(ITransfers.rescue, (NATIVE, stranger, 0))
        ];
        receiver.grantRole(receiver.RESCUE_ROLE(), address(hooked));
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = 0; j < tokens.length; ++j) {
                InboxTerms memory terms = newHookTerms(tokens[j]);
                pay(terms, 1000);
                hooked.arm(hooked.onFill.selector, address(receiver), 0, calls[i], false);
                claim(terms);
                vm.assertTrue(!hooked.succeeded() && bytes4(hooked.outcome()) == REENTERED);
            }
            InboxTerms memory plain = newHookTerms(NATIVE);
            pay(plain, 1000);
            hooked.arm(bytes4(0), address(receiver), 0, calls[i], false);
            claim(plain);
            vm.assertTrue(!hooked.succeeded() && bytes4(hooked.outcome()) == REENTERED);
            // In a refund, too.
            pay(plain, 1000);
            hooked.arm(bytes4(0), address(receiver), 0, calls[i], false);
            refundAs(owner, plain, NATIVE, address(hooked));
            vm.assertTrue(!hooked.succeeded() && bytes4(hooked.outcome()) == REENTERED);

            InboxTerms memory ofToken = newTerms(address(scripted));
            pay(ofToken, 1000);
            scripted.arm(scripted.transfer.selector, address(receiver), 0, calls[i], false);
            claim(ofToken);
            vm.assertTrue(!scripted.succeeded() && bytes4(scripted.outcome()) == REENTERED);
        }
        vm.assertEq(lying(other), 1000);
    }

    /// A recipient that refuses, a hook that fails or answers something else: everything is as before, and can be claimed.
    function test_refusingRecipients() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newHookTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 1000);
            uint256 strikes = claimsOf(terms);
            hooked.script(hooked.onFill.selector, true, "no", 2);
            refuses(terms, e, abi.encodeWithSelector(IFillDelivery.HookFailed.selector, address(hooked), bytes("no")));
            bytes memory wrong = abi.encode(bytes4("oops"));
            hooked.script(hooked.onFill.selector, false, wrong, 32);
            refuses(terms, e, abi.encodeWithSelector(IFillDelivery.HookFailed.selector, address(hooked), wrong));
            hooked.unscript(hooked.onFill.selector);
            address inbox = receiver.inboxOf(terms);
            bytes memory reason;
            if (tokens[i] == NATIVE) {
                hooked.script(bytes4(0), true, "no", 2);
                reason = abi.encodeWithSelector(
                    ITransfers.NativeTransferFailed.selector,
                    address(hooked),
                    1000,
                    bytes("no")
                );
            } else if (tokens[i] == address(blocking)) {
                blocking.block_(address(hooked), true);
                reason = abi.encodeWithSelector(
                    ITransfers.TokenTransferFailed.selector,
                    tokens[i],
                    inbox,
                    address(hooked),
                    1000
                );
            }
            if (reason.length != 0) refuses(terms, e, reason);
            hooked.unscript(bytes4(0));
            blocking.block_(address(hooked), false);
            vm.assertEq(lying(terms), 1000);
            vm.assertEq(claimsOf(terms), strikes);
            claim(terms, e);
        }
    }

    /// A recipient that sends native currency back would be credited with what it returned.
    function test_nativeSentBack() public {
        InboxTerms memory terms = newHookTerms(NATIVE);
        pay(terms, 1000);
        hooked.arm(bytes4(0), receiver.inboxOf(terms), 1, "", true);
        refuses(terms, abi.encodeWithSelector(ITransfers.BalanceChanged.selector, NATIVE, 1, 0));
    }

    /// The credit is the least of what was asked, what left and what arrived.
    function test_tokensThatMoveAnotherAmount() public {
        // takes, credits, extra, fee, bonus
        credits(moves(true, true, 0, 0, 0), 1000);
        credits(moves(true, true, 0, 0, 70), 1000);
        credits(moves(true, true, 0, 70, 0), 930);
        credits(moves(false, true, 0, 0, 0), 0);
        credits(moves(true, false, 0, 0, 0), 0);
        credits(moves(true, true, 0, 501, 0), 499);
    }

    function test_tokensThatTakeMore() public {
        // With and without passing it on. Above the list's maximum, so that there is more to take.
        for (uint256 bonus = 0; bonus <= 100; bonus += 100) {
            scripted.script(scripted.transfer.selector, moves(true, true, 100, 0, bonus));
            InboxTerms memory terms = newTerms(address(scripted));
            pay(terms, 1_000_300);
            vm.assertEq(claim(terms), 1_000_000);
            vm.assertEq(lying(terms), 200);
        }
    }

    function credits(ScriptedToken.Script memory script, uint256 expected) private {
        scripted.script(scripted.transfer.selector, script);
        InboxTerms memory terms = newTerms(address(scripted));
        pay(terms, 1000);
        if (expected < 500) refuses(terms, tooLow(expected, 500));
        else vm.assertEq(claim(terms), expected);
    }

    function moves(
        bool takes,
        bool credits_,
        uint256 extra,
        uint256 fee,
        uint256 bonus
    ) private pure returns (ScriptedToken.Script memory) {
        return ScriptedToken.Script(takes, credits_, extra, fee, bonus, 1, 32, false);
    }

    /// A token whose transfer fails or is answered with false.
    function test_failingTokens() public {
        ScriptedToken.Script memory script = moves(true, true, 0, 0, 0);
        for (uint256 i = 0; i < 3; ++i) {
            (script.answer, script.reverts, script.size) = (i == 1 ? 2 : 0, i == 2, 32);
            scripted.script(scripted.transfer.selector, script);
            InboxTerms memory terms = newTerms(address(scripted));
            pay(terms, 1000);
            bytes memory reason = abi.encodeWithSelector(
                ITransfers.TokenTransferFailed.selector,
                address(scripted),
                receiver.inboxOf(terms),
                recipient,
                1000
            );
            refuses(terms, reason);
        }
    }

    /// Without a claimer, anyone moves the market and claims: the price is the attacker's choice. With one, only the claimer.
    function test_sandwich() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 credited = less(tokens[i], 1000);
            uint256 bought = priced.boughtBy(owner);
            InboxTerms memory terms = newPricedTerms(tokens[i], 0, false);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 1000);
            vm.prank(stranger);
            market.move(1);
            vm.prank(stranger);
            claim(terms, e);
            vm.assertEq(priced.boughtBy(owner), bought + credited);

            terms.claimer = address(this);
            e = opens(terms);
            pay(terms, 1000);
            vm.prank(stranger);
            vm.expectRevert(abi.encodeWithSelector(IInboxReceiver.ClaimerNotAllowed.selector, stranger, address(this)));
            receiver.claim(terms, e.order, e.signature, e.recipientProof);
            market.move(10);
            claim(terms, e);
            vm.assertEq(priced.boughtBy(owner), bought + 11 * credited);
        }
    }

    /// One claim can join two payments. An absolute limit is then worth half; a limit for each unit holds.
    function test_twoPaymentsAndALimit() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 credited = less(tokens[i], 2000);
            uint256 bought = priced.boughtBy(owner);
            InboxTerms memory terms = newPricedTerms(tokens[i], 9000, false);
            pay(terms, 1000);
            pay(terms, 1000);
            market.move(5);
            claim(terms);
            vm.assertEq(priced.boughtBy(owner), bought + 5 * credited);

            terms = newPricedTerms(tokens[i], 9, true);
            pay(terms, 2000);
            bytes memory reason = abi.encodeWithSelector(
                PricedRecipient.TooExpensive.selector,
                5 * credited,
                9 * credited
            );
            refuses(terms, abi.encodeWithSelector(IFillDelivery.HookFailed.selector, address(priced), reason));
            market.move(9);
            claim(terms);
            vm.assertEq(priced.boughtBy(owner), bought + 14 * credited);
        }
    }

    function newPricedTerms(address token, uint256 limit, bool perUnit) private returns (InboxTerms memory terms) {
        terms = newTerms(token);
        (terms.recipient, terms.hook) = (address(priced), true);
        terms.data = abi.encode(owner, limit, perUnit);
    }

    /// No role moves money of an inbox, and a stray balance of the receiver takes no part.
    function test_roles() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            if (tokens[i] == NATIVE) vm.deal(address(receiver), 55);
            else ScriptedToken(tokens[i]).mint(address(receiver), 55);
            claim(terms);
            vm.assertEq(balance(tokens[i], address(receiver)), 55);
            pay(terms, 1000);
            refundAs(owner, terms, tokens[i], owner);
            vm.assertEq(balance(tokens[i], address(receiver)), 55);
            pay(terms, 1000);
            receiver.rescue(tokens[i], stranger, 55);
            vm.assertEq(lying(terms), 1000);
        }
    }
}
