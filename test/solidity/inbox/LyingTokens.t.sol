// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ITransfers} from "../../../contracts/interfaces/ITransfers.sol";
import {ScriptedToken} from "../../../contracts/mocks/hostile/ScriptedToken.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {InboxTest} from "./support/InboxTest.sol";
import {PlainToken} from "./support/InboxTokens.sol";
import {vm} from "../support/Vm.sol";

/// A token that lies about the balance of an account from the moment of a transfer on. It can also move nothing.
contract LyingToken is PlainToken {
    mapping(address account => bool) private _hasLie;
    mapping(address account => uint256) private _lie;
    bool private _isLying;
    bool private _isStill;

    function lie(address account, uint256 told) external {
        (_hasLie[account], _lie[account]) = (true, told);
    }

    function stay(bool isStill) external {
        _isStill = isStill;
    }

    /// Tells the truth again, and forgets the lie about `account`.
    function repent(address account) external {
        (_isLying, _hasLie[account]) = (false, false);
    }

    function begin() external {
        _isLying = true;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return _isLying && _hasLie[account] ? _lie[account] : super.balanceOf(account);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        _isLying = true;
        if (!_isStill) _transfer(msg.sender, to, amount);
        return true;
    }

    function truth(address account) external view returns (uint256) {
        return super.balanceOf(account);
    }
}

/// A listed token can lie about itself. It moves no other money, and no credit is above what the inbox was asked for.
contract InboxLyingTokensTest is InboxTest {
    LyingToken private liar = new LyingToken();

    function setUp() public override {
        super.setUp();
        receiver.setToken(address(liar), 100, 1_000_000);
    }

    /// Makes an inbox of the liar with 1000, and 1000 of native currency and of an honest token besides.
    function newInbox() private returns (InboxTerms memory terms, address inbox) {
        terms = newTerms(address(liar));
        inbox = receiver.inboxOf(terms);
        pay(terms, 1000);
        pay(terms, NATIVE, 1000);
        pay(terms, tokens[1], 1000);
    }

    function keepsTheRest(address inbox) private view {
        vm.assertEq(inbox.balance, 1000);
        vm.assertEq(balance(tokens[1], inbox), 1000);
    }

    /// An inbox that seems to hold as much as before, or more, sent nothing: nothing is credited, and nothing is gone.
    function test_claim_inboxSeemsFull() public {
        uint256[3] memory told = [uint256(1000), 5000, type(uint256).max];
        for (uint256 i = 0; i < 3; ++i) {
            (InboxTerms memory terms, address inbox) = newInbox();
            liar.lie(inbox, told[i]);
            refuses(terms, tooLow(0, 500));
            vm.assertEq(liar.truth(inbox), 1000);
            vm.assertEq(claimsOf(terms), 0);
            keepsTheRest(inbox);
            liar.repent(inbox);
            vm.assertEq(claim(terms), 1000);
            liar.repent(inbox);
        }
    }

    /// A recipient that seems to have less than before got nothing; one that seems to have all of the world got what left.
    function test_claim_recipientSeemsPoorOrRich() public {
        liar.mint(recipient, 100);
        (InboxTerms memory terms, address inbox) = newInbox();
        for (uint256 told = 0; told <= 100; told += 50) {
            liar.lie(recipient, told);
            refuses(terms, tooLow(0, 500));
            vm.assertEq(liar.truth(inbox), 1000);
            vm.assertEq(liar.truth(recipient), 100);
        }
        liar.lie(recipient, type(uint256).max);
        vm.assertEq(claim(terms), 1000);
        vm.assertEq(liar.truth(recipient), 1100);
        keepsTheRest(inbox);
    }

    /// A token that moves nothing and lies about both accounts is believed, up to the amount that was asked for.
    function test_claim_nothingMoves() public {
        (InboxTerms memory terms, address inbox) = newInbox();
        liar.stay(true);
        liar.lie(inbox, 0);
        liar.lie(recipient, type(uint256).max);
        vm.assertEq(claim(terms), 1000);
        vm.assertEq(claimsOf(terms), 1);
        keepsTheRest(inbox);
        // The inbox seems empty: no second claim. The money did not move, so the owner can still refund it.
        refuses(terms, tooLow(0, 500));
        liar.stay(false);
        liar.repent(inbox);
        vm.assertEq(refundAs(owner, terms, address(liar), owner), 1000);
        keepsTheRest(inbox);
    }

    /// An inbox that seems to hold more than it has can send nothing, and one that seems empty is not asked.
    function test_refund_seemsRichOrEmpty() public {
        (InboxTerms memory terms, address inbox) = newInbox();
        liar.begin();
        liar.lie(inbox, 5000);
        bytes memory failed = abi.encodeWithSelector(
            ITransfers.TokenTransferFailed.selector,
            address(liar),
            inbox,
            owner,
            5000
        );
        refusesRefund(owner, terms, address(liar), owner, failed);
        liar.lie(inbox, 0);
        bytes memory empty = abi.encodeWithSignature("InboxEmpty(address,address)", inbox, address(liar));
        refusesRefund(owner, terms, address(liar), owner, empty);
        liar.repent(inbox);
        vm.assertEq(refundAs(owner, terms, address(liar), owner), 1000);
        vm.assertEq(liar.truth(owner), 1000);
        keepsTheRest(inbox);
    }

    /// A stranger refunds the liar from an inbox of an honest token: the inbox keeps its own money, whatever the liar tells.
    function test_refund_ofTheLiarByAStranger() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            address inbox = receiver.inboxOf(terms);
            pay(terms, 1000);
            liar.mint(inbox, 10);
            liar.lie(inbox, type(uint256).max);
            vm.assertEq(refundAs(stranger, terms, address(liar), owner), 0);
            vm.assertEq(liar.truth(inbox), 0);
            liar.repent(inbox);
            vm.assertEq(lying(terms), 1000);
            vm.assertEq(claim(terms), less(tokens[i], 1000));
        }
    }

    /// A stranger's refund of another token fails if the inbox's own token then says that its balance fell. A refund of that
    /// token itself fails, too, unless it says that nothing left: then the owner got it.
    function test_refund_whileTheTermsTokenLies() public {
        (InboxTerms memory terms, address inbox) = newInbox();
        bytes memory fell = abi.encodeWithSelector(ITransfers.BalanceChanged.selector, address(liar), 999, 1000);
        ScriptedToken other = new ScriptedToken();
        other.mint(inbox, 10);
        liar.lie(inbox, 999);
        other.arm(other.transfer.selector, address(liar), 0, abi.encodeCall(liar.begin, ()), true);
        refusesRefund(stranger, terms, address(other), owner, fell);
        refusesRefund(stranger, terms, address(liar), owner, fell);
        vm.assertEq(liar.truth(inbox), 1000);
        vm.assertEq(other.balanceOf(inbox), 10);
        liar.lie(inbox, 1000);
        vm.assertEq(refundAs(stranger, terms, address(liar), owner), 0);
        vm.assertEq(liar.truth(owner), 1000);
        keepsTheRest(inbox);
    }
}
