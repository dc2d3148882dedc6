// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Inbox} from "fillproof/contracts/Inbox.sol";
import {InboxReceiver} from "fillproof/contracts/InboxReceiver.sol";
import {Inboxes} from "fillproof/contracts/libraries/Inboxes.sol";
import {InboxCode} from "fillproof/contracts/testing/InboxCode.sol";
import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {Proof} from "../common/Proof.sol";
import {svm, vm} from "../common/Vm.sol";

/// The deployable receiver in any state, with the frozen code of inboxes. An inbox has any balance, and has code or not.
abstract contract Inboxing is Proof {
    address internal constant CLAIMER = address(0xc1a1);

    InboxReceiver internal receiver;

    function setUp() public virtual {
        deployInbox(InboxCode.CREATION_CODE);
        receiver = new InboxReceiver();
        makeArbitrary(address(receiver));
        // The same code, from its source.
        deployInbox(type(Inbox).creationCode);
        // The prover gives native currency to the test alone. No property is about more than three other accounts.
        for (uint256 i = 0; i < 3; ++i) vm.deal(svm.createAddress("holder"), svm.createUint256("held"));
        vm.deal(address(receiver), svm.createUint256("held"));
    }

    /// The creation code, which runs at its address, returns the code that is deployed there.
    function deployInbox(bytes memory creationCode) private {
        vm.etch(Inboxes.IMPLEMENTATION, creationCode);
        (, bytes memory code) = Inboxes.IMPLEMENTATION.call("");
        vm.etch(Inboxes.IMPLEMENTATION, code);
    }

    function send(Call memory call, bytes memory data) internal returns (bool ok, bytes memory returned) {
        // What `Roles.solver_isNeverTheZeroAddress` proves of every call.
        vm.warp(call.time);
        vm.assume(!receiver.isSolverActive(address(0)));
        return sendTo(address(receiver), call, data);
    }

    /// What a claim compares with a constant, and whether the inbox has code before the call.
    struct Choice {
        bool isNative;
        bool hasClaimer;
        bool exists;
    }

    /// Chooses the terms of a claim, without a hook, and returns their inbox. The rest of the terms may be anything.
    /// The prover knows an address of CREATE2 by the expression that is hashed for it. So what a path compares with a
    /// constant has to be a constant before.
    function open(InboxTerms memory terms, Choice memory choice) internal returns (address inbox) {
        terms.claimer = choice.hasClaimer ? CLAIMER : address(0);
        (terms.hook, terms.recipient) = (false, RECIPIENT);
        return open(terms, choice.isNative, choice.exists);
    }

    /// The same for a refund, which reads less of the terms.
    function open(InboxTerms memory terms, bool isNative, bool exists) internal returns (address inbox) {
        terms.token = isNative ? address(0) : address(token);
        terms.refundTo = REFUND_TO;
        return create(terms, exists);
    }

    function create(InboxTerms memory terms, bool exists) internal returns (address inbox) {
        bytes32 inboxHash = receiver.hashInboxTerms(terms);
        inbox = receiver.inboxOf(terms);
        if (!exists) return inbox;
        vm.prank(address(receiver));
        assert(Clones.cloneDeterministic(Inboxes.IMPLEMENTATION, inboxHash) == inbox);
    }

    function claim(
        Call memory call,
        InboxTerms memory terms,
        SignedOrderProof memory order,
        bytes memory signature
    ) internal returns (bool ok, uint256 credited) {
        bytes memory returned;
        (ok, returned) = send(
            call,
            abi.encodeCall(receiver.claim, (terms, order, signature, new bytes32[](0)))
        );
        if (ok) credited = abi.decode(returned, (uint256));
    }

    function refund(
        Call memory call,
        InboxTerms memory terms,
        address currency,
        address to
    ) internal returns (bool ok, uint256 amount) {
        bytes memory returned;
        (ok, returned) = send(call, abi.encodeCall(receiver.refund, (terms, currency, to)));
        if (ok) amount = abi.decode(returned, (uint256));
    }

    function balanceOf(address currency, address account) internal view returns (uint256) {
        return currency == address(0) ? account.balance : token.balanceOf(account);
    }

    /// The funds without an amount of one currency.
    function less(Funds memory funds, address currency, uint256 amount) internal pure returns (Funds memory) {
        unchecked {
            if (currency == address(0)) return Funds(funds.native - amount, funds.tokens);
            return Funds(funds.native, funds.tokens - amount);
        }
    }
}
