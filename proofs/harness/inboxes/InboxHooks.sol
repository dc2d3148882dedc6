// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {RecordingRecipient} from "../common/Recipients.sol";
import {Inboxing} from "./Inboxing.sol";
import {vm} from "../common/Vm.sol";

/// When a recipient's hook is called, and what it is told.
contract InboxHooks is Inboxing {
    RecordingRecipient internal recorder;

    function setUp() public override {
        super.setUp();
        recorder = new RecordingRecipient();
    }

    function check_claim_tellsTheHookOfOneClaim(
        Call memory call,
        InboxTerms memory terms,
        SignedOrderProof memory order,
        bytes memory signature,
        bool hook
    ) external {
        address inbox = pays(terms, order, address(recorder), hook ? true : false);
        bytes32 inboxHash = receiver.hashInboxTerms(terms);
        uint256 number = receiver.claims(inboxHash) + 1;
        uint256 held = address(recorder).balance;
        vm.assume(call.caller != address(recorder) && address(recorder) != inbox);
        (bool ok, uint256 credited) = claim(call, terms, order, signature);
        assert(recorder.count() == (ok && terms.hook ? 1 : 0));
        if (recorder.count() == 0) return;
        bytes32 id = receiver.claimId(inboxHash, number);
        assert(recorder.told() == keccak256(abi.encode(ReceivedFill(id, 0, 0, 0, address(0), credited, terms.data))));
        unchecked {
            assert(recorder.held() == held + credited);
        }
    }

    /// Native currency for a contract, in an inbox without a claimer.
    function pays(
        InboxTerms memory terms,
        SignedOrderProof memory order,
        address recipient,
        bool hook
    ) private returns (address inbox) {
        (terms.recipient, terms.hook, terms.claimer) = (recipient, hook, address(0));
        inbox = open(terms, true, false);
        order.output.payments[0].recipient = abi.encodePacked(inbox);
        order.output.payments[0].currency = new bytes(20);
    }
}
