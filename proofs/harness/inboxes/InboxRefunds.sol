// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {Inboxing} from "./Inboxing.sol";
import {DoubleToken} from "./Models.sol";
import {vm} from "../common/Vm.sol";

/// What a refund moves.
contract InboxRefunds is Inboxing {
    DoubleToken internal double;

    function setUp() public override {
        super.setUp();
        double = new DoubleToken();
        vm.setArbitraryStorage(address(double));
    }

    function check_refund_ofAStrangerLeavesThePayment(
        Call memory call,
        InboxTerms memory terms,
        bool isNative,
        bool exists,
        bool isOther,
        address to
    ) external {
        address inbox = open(terms, isNative, exists);
        uint256 before = balanceOf(terms.token, inbox);
        (bool ok, ) = refund(call, terms, isOther ? other(terms.token) : terms.token, to);
        if (!ok || call.caller == REFUND_TO) return;
        assert(to == REFUND_TO);
        assert(call.time > terms.deadline || balanceOf(terms.token, inbox) >= before);
    }

    /// By either address of a token with two.
    function check_refund_ofASecondAddressLeavesThePayment(
        Call memory call,
        InboxTerms memory terms,
        bool exists,
        bool isSecond
    ) external {
        terms.refundTo = REFUND_TO;
        terms.token = isSecond ? address(double.second()) : address(double);
        address inbox = create(terms, exists);
        uint256 before = double.balanceOf(inbox);
        vm.assume(call.caller != REFUND_TO && call.time <= terms.deadline);
        refund(call, terms, isSecond ? address(double) : address(double.second()), REFUND_TO);
        assert(double.balanceOf(inbox) >= before);
    }

    function check_refund_bringsAllOfItToOneAccount(
        Call memory call,
        InboxTerms memory terms,
        bool isNative,
        bool exists,
        bool isOther,
        bool isHome,
        address account
    ) external {
        address inbox = open(terms, isNative, exists);
        address currency = isOther ? other(terms.token) : terms.token;
        address to = isHome ? REFUND_TO : RECIPIENT;
        Funds memory ofInbox = fundsOf(inbox);
        Funds memory ofTo = fundsOf(to);
        Funds memory ofAccount = fundsOf(account);
        (bool ok, uint256 amount) = refund(call, terms, currency, to);
        if (!ok) amount = 0;
        else assert(amount != 0 && amount == (currency == address(0) ? ofInbox.native : ofInbox.tokens));
        assert(same(fundsOf(inbox), less(ofInbox, currency, amount)));
        assert(same(less(fundsOf(to), currency, amount), ofTo));
        if (account != inbox && account != to) assert(same(fundsOf(account), ofAccount));
    }

    function other(address currency) private view returns (address) {
        return currency == address(0) ? address(token) : address(0);
    }
}
