// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {ITransfers} from "../../../contracts/interfaces/ITransfers.sol";
import {ScriptedToken} from "../../../contracts/mocks/hostile/ScriptedToken.sol";
import {SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {Config, RecipientConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";
import {PlainToken} from "./support/InboxTokens.sol";

/// A token whose holders can send an amount that the receiver can't move before a time.
contract LockingToken is PlainToken {
    mapping(address account => uint256) public locked;
    mapping(address account => uint256) public until;

    function transferLocked(address to, uint256 amount, uint256 time) external {
        _transfer(msg.sender, to, amount);
        (locked[to], until[to]) = (locked[to] + amount, time);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 held = block.timestamp < until[from] ? locked[from] : 0;
        require(from == address(0) || balanceOf(from) >= amount + held, "locked");
        super._update(from, to, amount);
    }
}

/// A recipient that passes tokens on as they arrive, as a token with hooks allows.
contract Forwarder {
    function forward(PlainToken token, address to) external {
        token.transfer(to, token.balanceOf(address(this)));
    }
}

/// Attacks of a second attacker. Each shows what happens to the money.
contract InboxAttackSecondTest is InboxTest {
    ScriptedToken private scripted = new ScriptedToken();

    function setUp() public override {
        super.setUp();
        receiver.setToken(address(scripted), 100, 1_000_000);
    }

    /// The whole balance moves, or nothing. So dust that can't be moved blocks claims and refunds, until it can. A role can
    /// let claims take less than what lies there; refunds wait.
    function test_dustThatCanNotBeMoved() public {
        LockingToken token = new LockingToken();
        receiver.setToken(address(token), 100, 1_000_000);
        InboxTerms memory terms = newTerms(address(token));
        address inbox = receiver.inboxOf(terms);
        pay(terms, 1000);
        token.mint(stranger, 1);
        vm.prank(stranger);
        token.transferLocked(inbox, 1, 5000);
        bytes4 failed = ITransfers.TokenTransferFailed.selector;
        refuses(terms, abi.encodeWithSelector(failed, token, inbox, recipient, 1001));
        refusesRefund(owner, terms, address(token), owner, abi.encodeWithSelector(failed, token, inbox, owner, 1001));
        receiver.setToken(address(token), 100, 1000);
        vm.assertEq(claim(terms), 1000);
        pay(terms, 700);
        vm.warp(5000);
        vm.assertEq(refundAs(owner, terms, address(token), owner), 701);
    }

    /// A token with hooks lets its recipient pass on what arrives, before the receiver measures. Nothing is credited then.
    function test_recipientThatPassesTokensOn() public {
        Forwarder forwarder = new Forwarder();
        receiver.setRecipient(RecipientConfig(address(forwarder), false));
        InboxTerms memory terms = newTerms(address(scripted));
        terms.recipient = address(forwarder);
        pay(terms, 1000);
        bytes memory forward = abi.encodeCall(forwarder.forward, (PlainToken(address(scripted)), stranger));
        scripted.arm(scripted.transfer.selector, address(forwarder), 0, forward, true);
        refuses(terms, tooLow(0, 500));
        vm.assertEq(refundAs(owner, terms, address(scripted), owner), 1000);
    }

    /// While one receiver measures, another inbox pays the recipient or this inbox. The credits are never more than what left.
    function test_otherInboxesPayWhileOneIsMeasured() public {
        Config memory config = makeConfig(request, address(this), 100);
        InboxReceiver second = deployInboxReceiver(config, makeChains(request));
        scripted.script(scripted.transfer.selector, ScriptedToken.Script(true, true, 0, 70, 0, 1, 32, false));
        for (uint256 i = 0; i < 2; ++i) {
            InboxTerms memory terms = newTerms(address(scripted));
            SignedFillEvidence memory e = opens(terms);
            pay(terms, 1000);
            InboxTerms memory other = newTerms(address(scripted));
            other.refundTo = address(scripted);
            scripted.mint(second.inboxOf(other), 300);
            address to = i == 0 ? recipient : receiver.inboxOf(terms);
            bytes memory data = abi.encodeCall(second.refund, (other, address(scripted), to));
            scripted.arm(scripted.transfer.selector, address(second), 0, data, true);
            uint256 before = scripted.balanceOf(recipient);
            uint256 credited = claim(terms, e);
            vm.assertTrue(credited <= 1000 - lying(terms));
            vm.assertTrue(credited <= scripted.balanceOf(recipient) - before);
        }
    }
}
