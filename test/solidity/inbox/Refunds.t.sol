// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {ITransfers} from "../../../contracts/interfaces/ITransfers.sol";
import {ScriptedRecipient} from "../../../contracts/mocks/hostile/ScriptedRecipient.sol";
import {SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {DoubleToken, HalfToken, NativeView, PlainToken} from "./support/InboxTokens.sol";
import {InboxTest} from "./support/InboxTest.sol";

/// What is not claimed belongs to refundTo.
contract RefundsTest is InboxTest {
    /// The owner takes everything at any time, to any account, also while paused and for a token off the list.
    function test_refund_ofTheOwner() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            address to = makeUser(string(abi.encodePacked("to", i)));
            pay(terms, 1000);
            receiver.pause();
            receiver.setToken(tokens[i], 0, 0);
            vm.expectEmit(address(receiver));
            emit IInboxReceiver.InboxRefunded(receiver.hashInboxTerms(terms), tokens[i], to, 1000);
            vm.assertEq(refundAs(owner, terms, tokens[i], to), 1000);
            vm.assertEq(balance(tokens[i], to), less(tokens[i], 1000));
            vm.assertEq(lying(terms), 0);
            receiver.unpause();
            receiver.setToken(tokens[i], 100, 1_000_000);
            // It closes nothing.
            pay(terms, 700);
            vm.assertEq(claim(terms), less(tokens[i], 700));
            pay(terms, 50);
            vm.assertEq(refundAs(owner, terms, tokens[i], to), 50);
            vm.assertEq(claimsOf(terms), 1);
        }
    }

    /// Anyone else waits for the deadline, and sends to the owner alone.
    function test_refund_ofStrangers() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            vm.warp(1000);
            InboxTerms memory terms = newTerms(tokens[i]);
            terms.deadline = 2000;
            pay(terms, 1000);
            vm.warp(2000);
            bytes memory kept = changed(tokens[i], 0, 1000);
            refusesRefund(stranger, terms, tokens[i], owner, kept);
            refusesRefund(address(this), terms, tokens[i], owner, kept);
            vm.warp(2001);
            refusesRefund(stranger, terms, tokens[i], stranger, invalid(stranger));
            refusesRefund(stranger, terms, tokens[i], recipient, invalid(recipient));
            uint256 before = balance(tokens[i], owner);
            vm.assertEq(refundAs(stranger, terms, tokens[i], owner), 1000);
            vm.assertEq(balance(tokens[i], owner) - before, less(tokens[i], 1000));
        }
    }

    /// Whoever else the terms name, the recipient and the claimer, is a stranger here.
    function test_refund_ofTheRecipientAndTheClaimer() public {
        address claimer = makeUser("claimer");
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            terms.claimer = claimer;
            pay(terms, 1000);
            bytes memory kept = changed(tokens[i], 0, 1000);
            address[2] memory named = [recipient, claimer];
            for (uint256 j = 0; j < 2; ++j) {
                refusesRefund(named[j], terms, tokens[i], owner, kept);
                refusesRefund(named[j], terms, tokens[i], named[j], invalid(named[j]));
            }
        }
    }

    /// Before the deadline, anyone sends another token home, and the payment stays.
    function test_refund_ofTheWrongMoney() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            address wrong = tokens[(i + 1) % tokens.length];
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            pay(terms, wrong, 300);
            uint256 before = balance(wrong, owner);
            refusesRefund(stranger, terms, wrong, stranger, invalid(stranger));
            vm.assertEq(refundAs(stranger, terms, wrong, owner), 300);
            vm.assertEq(balance(wrong, owner) - before, less(wrong, 300));
            vm.assertEq(lying(terms), 1000);
            claim(terms);
        }
    }

    function test_refund_ofNothing() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            address inbox = receiver.inboxOf(terms);
            bytes memory empty = abi.encodeWithSelector(IInboxReceiver.InboxEmpty.selector, inbox, tokens[i]);
            refusesRefund(owner, terms, tokens[i], owner, empty);
            pay(terms, 1000);
            claim(terms);
            refusesRefund(owner, terms, tokens[i], owner, empty);
        }
    }

    /// Never to nobody, the inbox or the receiver, not even for the owner.
    function test_refund_to() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            address[3] memory refused = [address(0), receiver.inboxOf(terms), address(receiver)];
            for (uint256 j = 0; j < 3; ++j) {
                refusesRefund(owner, terms, tokens[i], refused[j], invalid(refused[j]));
            }
            vm.assertEq(refundAs(owner, terms, tokens[i], owner), 1000);
        }
    }

    /// An owner that refuses money, or is blocked, names another account; the money is nobody else's.
    function test_refund_refused() public {
        hooked.script(bytes4(0), true, "no", 2);
        blocking.block_(address(hooked), true);
        for (uint256 i = 0; i < tokens.length; ++i) {
            if (tokens[i] != NATIVE && tokens[i] != address(blocking)) continue;
            InboxTerms memory terms = newTerms(tokens[i]);
            terms.refundTo = address(hooked);
            terms.deadline = uint48(block.timestamp);
            pay(terms, 1000);
            address inbox = receiver.inboxOf(terms);
            vm.warp(block.timestamp + 1);
            bytes memory reason =
                tokens[i] == NATIVE
                    ? abi.encodeWithSelector(
                        ITransfers.NativeTransferFailed.selector,
                        address(hooked),
                        1000,
                        bytes("no")
                    )
                    : abi.encodeWithSelector(
                        ITransfers.TokenTransferFailed.selector,
                        tokens[i],
                        inbox,
                        address(hooked),
                        1000
                    );
            refusesRefund(stranger, terms, tokens[i], address(hooked), reason);
            refusesRefund(address(hooked), terms, tokens[i], address(hooked), reason);
            vm.assertEq(lying(terms), 1000);
            vm.assertEq(refundAs(address(hooked), terms, tokens[i], stranger), 1000);
        }
    }

    /// The second address of a token is the same money.
    function test_refund_ofASecondAddress() public {
        DoubleToken token = new DoubleToken();
        address second = address(token.second());
        InboxTerms memory terms = newTerms(address(token));
        receiver.setToken(address(token), 100, 1_000_000);
        pay(terms, 1000);
        refusesRefund(stranger, terms, second, owner, changed(address(token), 0, 1000));
        vm.assertEq(claim(terms), 1000);
        terms.token = second;
        token.mint(receiver.inboxOf(terms), 1000);
        refusesRefund(stranger, terms, address(token), owner, changed(second, 0, 1000));
        vm.assertEq(refundAs(owner, terms, address(token), owner), 1000);
    }

    /// So is the ERC-20 view of a native currency. The balances that the view sets outlive a revert, so each refusal is last.
    function test_refund_ofANativeView() public {
        address view_ = address(new NativeView());
        receiver.setToken(view_, 100, 1_000_000);
        address[2] memory both = [NATIVE, view_];
        for (uint256 i = 0; i < 2; ++i) {
            InboxTerms memory terms = newTerms(both[i]);
            pay(terms, NATIVE, 1000);
            vm.assertEq(claim(terms), 1000);
            pay(terms, NATIVE, 1000);
            refusesRefund(stranger, terms, both[1 - i], owner, changed(both[i], 0, 1000));
        }
    }

    /// What a token keeps back stays, and can be refunded again. The event has what left.
    function test_refund_ofAHalf() public {
        address half = address(new HalfToken());
        InboxTerms memory terms = newTerms(half);
        pay(terms, 1000);
        vm.expectEmit(address(receiver));
        emit IInboxReceiver.InboxRefunded(receiver.hashInboxTerms(terms), half, owner, 500);
        vm.assertEq(refundAs(owner, terms, half, owner), 500);
        vm.assertEq(refundAs(owner, terms, half, owner), 250);
        vm.assertEq(lying(terms), 250);
    }

    /// The owner needs no reading of the inbox's own token: a token that broke does not lock the rest.
    function test_refund_withABrokenToken() public {
        InboxTerms memory terms = newTerms(address(0xdead));
        pay(terms, NATIVE, 1000);
        bytes memory unreadable = abi.encodeWithSignature("TokenUnreadable(address)", address(0xdead));
        refusesRefund(stranger, terms, NATIVE, owner, unreadable);
        vm.assertEq(refundAs(owner, terms, NATIVE, owner), 1000);
    }

    /// A refund in front of a claim is the owner's right, and the claim finds nothing.
    function test_refund_inFrontOfAClaim() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 1000);
            refundAs(owner, terms, tokens[i], owner);
            refuses(terms, e, tooLow(0, 500));
            vm.assertEq(claimsOf(terms), 0);
        }
    }

    /// The service refunds a part on this chain, to the inbox: that is no payment of the order, and the owner's.
    function test_refund_ofThePartThatAServiceSentBack() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 499);
            refuses(terms, e, tooLow(499, 500));
            vm.assertEq(refundAs(owner, terms, tokens[i], owner), 499);
        }
    }

    function invalid(address to) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IFillDelivery.InvalidRefundTo.selector, to);
    }

    function changed(address token, uint256 found, uint256 required) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ITransfers.BalanceChanged.selector, token, found, required);
    }
}
