// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {OrderOutputPayment} from "fillproof/contracts/types/Order.sol";
import {SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {SignedOrderIds} from "../common/SignedOrderIds.sol";
import {Inboxing} from "./Inboxing.sol";

/// What a claim needs, moves and counts. Nothing is replaced: the order is read as shipped.
contract InboxClaims is Inboxing, SignedOrderIds {
    function check_claim_needsAnActiveSolverThatTheOrderNames(
        Call memory call,
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order,
        bytes memory signature
    ) external {
        open(terms, choice);
        (bool ok, ) = claim(call, terms, order, signature);
        if (!ok) return;
        address signer = this.recover(digestOf(this.idOf(order)), signature);
        assert(signer != address(0) && signer == order.solver && receiver.isSolverActive(signer));
    }

    function check_claim_keepsToTheOrderAndTheTerms(
        Call memory call,
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order,
        bytes memory signature
    ) external {
        choice.exists = false;
        address inbox = open(terms, choice);
        (bool ok, uint256 credited) = claim(call, terms, order, signature);
        if (!ok) return;
        assert(call.time <= terms.deadline && call.time <= order.output.deadline);
        assert(!choice.hasClaimer || call.caller == CLAIMER);
        OrderOutputPayment memory payment = order.output.payments[0];
        assert(address(bytes20(payment.recipient)) == inbox && address(bytes20(payment.currency)) == terms.token);
        assert(payment.minimumAmount != 0 && credited >= payment.minimumAmount && credited >= terms.minimum);
    }

    function check_claim_keepsToThePolicy(
        Call memory call,
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order,
        bytes memory signature
    ) external {
        choice.exists = false;
        pays(terms, choice, order);
        (bool ok, uint256 credited) = claim(call, terms, order, signature);
        if (!ok) return;
        assert(!receiver.paused());
        (uint128 min, uint128 max) = receiver.tokenRange(terms.token);
        assert(max != 0 && min <= credited && credited <= max);
        (bool allowed, bool hook) = receiver.recipientStatus(RECIPIENT);
        assert(allowed && hook == terms.hook && !receiver.isReserved(RECIPIENT));
        (uint256 ownId, bytes15 nameHash) = receiver.ownChain();
        assert(ownId == block.chainid && nameHash == bytes15(keccak256(bytes(order.output.chainId))));
        (uint256 chainId, ) = receiver.chainOf(order.inputs[0].payment.chainId);
        bytes32 currency = padded(address(bytes20(order.inputs[0].payment.currency)));
        (min, max) = receiver.route(chainId, currency);
        assert(max != 0 && min <= order.inputs[0].payment.amount && order.inputs[0].payment.amount <= max);
    }

    function check_claim_bringsTheBalanceToTheRecipientAlone(
        Call memory call,
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order,
        bytes memory signature,
        address account
    ) external {
        address inbox = pays(terms, choice, order);
        Funds memory ofInbox = fundsOf(inbox);
        Funds memory ofRecipient = fundsOf(RECIPIENT);
        Funds memory ofAccount = fundsOf(account);
        (bool ok, uint256 credited) = claim(call, terms, order, signature);
        if (ok) {
            (, uint128 max) = receiver.tokenRange(terms.token);
            uint256 balance = choice.isNative ? ofInbox.native : ofInbox.tokens;
            assert(credited == (balance < max ? balance : max));
        }
        assert(same(fundsOf(inbox), less(ofInbox, terms.token, credited)));
        assert(same(less(fundsOf(RECIPIENT), terms.token, credited), ofRecipient));
        if (account != inbox && account != RECIPIENT) assert(same(fundsOf(account), ofAccount));
    }

    function check_claim_countsOnceForItsInboxAlone(
        Call memory call,
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order,
        bytes memory signature,
        bytes32 other
    ) external {
        pays(terms, choice, order);
        bytes32 inboxHash = receiver.hashInboxTerms(terms);
        uint256 count = receiver.claims(inboxHash);
        uint256 otherCount = receiver.claims(other);
        (bool ok, ) = claim(call, terms, order, signature);
        assert(receiver.claims(inboxHash) - count == (ok ? 1 : 0));
        if (other != inboxHash) assert(receiver.claims(other) == otherCount);
    }

    function check_claimId_isOfOneClaim(bytes32[2] memory hashes, uint256[2] memory numbers) external view {
        if (receiver.claimId(hashes[0], numbers[0]) != receiver.claimId(hashes[1], numbers[1])) return;
        assert(hashes[0] == hashes[1] && numbers[0] == numbers[1]);
    }

    /// The order pays the inbox in its token. The contract refuses any other: `claim_keepsToTheOrderAndTheTerms`.
    function pays(
        InboxTerms memory terms,
        Choice memory choice,
        SignedOrderProof memory order
    ) private returns (address inbox) {
        inbox = open(terms, choice);
        order.output.payments[0].recipient = abi.encodePacked(inbox);
        order.output.payments[0].currency = abi.encodePacked(terms.token);
    }
}
