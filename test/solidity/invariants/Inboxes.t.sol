// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {vm} from "../support/Vm.sol";
import {InboxHandler} from "./support/InboxHandler.sol";

// The runner finds targets in the test's own file.
contract InboxesHandler is InboxHandler {}

/// What holds of inboxes after whatever anybody does.
contract InboxInvariants {
    InboxesHandler private handler;

    function setUp() public {
        handler = new InboxesHandler();
    }

    /// @notice Only the handler acts.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// What left by claims, what left by refunds and what lies there is what arrived.
    function invariant_inbox_nothingIsLost() external view {
        address[] memory tokens = handler.tokenList();
        for (uint256 i = 0; i < handler.countInboxes(); ++i) {
            for (uint256 j = 0; j < tokens.length; ++j) {
                uint256 left = handler.claimed(i, tokens[j]) + handler.refunded(i, tokens[j]);
                vm.assertEq(left + handler.inboxHolds(i, tokens[j]), handler.arrived(i, tokens[j]), "of an inbox");
            }
        }
    }

    /// The credit is at most what left, and each recipient has exactly its credits.
    function invariant_inbox_creditsAreBacked() external view {
        vm.assertEq(handler.creditedTooMuch(), 0, "credited more than left");
        address[] memory tokens = handler.tokenList();
        address[2] memory recipients = handler.recipients();
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 j = 0; j < tokens.length; ++j) {
                vm.assertEq(
                    handler.holds(recipients[i], tokens[j]),
                    handler.credited(recipients[i], tokens[j]),
                    "of a recipient"
                );
            }
        }
    }

    /// No call changes the receiver's balance.
    function invariant_inbox_theReceiverHoldsNothing() external view {
        address[] memory tokens = handler.tokenList();
        for (uint256 j = 0; j < tokens.length; ++j) {
            vm.assertEq(handler.receiverHolds(tokens[j]), handler.donated(tokens[j]), "of the receiver");
        }
    }

    /// Each claim counts once, under an id of its own.
    function invariant_inbox_idsNeverRepeat() external view {
        vm.assertEq(handler.idsRepeated(), 0, "an id repeated");
        for (uint256 i = 0; i < handler.countInboxes(); ++i) {
            vm.assertEq(handler.countedClaims(i), handler.claimCount(i), "claims");
        }
    }

    /// Before the deadline a stranger's refund leaves the payment. Nothing is accepted that the rules refuse, and nothing
    /// refused that they accept.
    function invariant_inbox_theRulesHold() external view {
        vm.assertEq(handler.fellForAStranger(), 0, "fell for a stranger");
        vm.assertEq(handler.wronglyAccepted(), 0, "wrongly accepted");
        vm.assertEq(handler.wronglyRefused(), 0, "wrongly refused");
    }

    /// The actions reach both outcomes.
    function test_handler_reaches() public {
        for (uint256 seed = 0; seed < 400; ++seed) {
            uint256 mixed = uint256(keccak256(abi.encode(seed)));
            handler.payIn(mixed);
            handler.claimOne(mixed >> 8);
            handler.refundOne(mixed >> 16);
            // Changes a rule, and soon changes it back.
            if (seed % 7 == 0 || seed % 7 == 2) handler.govern(uint256(keccak256(abi.encode("rule", seed / 7))));
            if (seed % 5 == 0) handler.pass(mixed);
            if (seed % 3 == 0) handler.donate(mixed);
        }
        bytes4[2] memory actions = [handler.claimOne.selector, handler.refundOne.selector];
        for (uint256 i = 0; i < 2; ++i) {
            vm.assertTrue(handler.accepted(actions[i]) > 10, vm.toString(handler.accepted(actions[i])));
            vm.assertTrue(handler.refused(actions[i]) > 10, vm.toString(handler.refused(actions[i])));
        }
        this.invariant_inbox_nothingIsLost();
        this.invariant_inbox_creditsAreBacked();
        this.invariant_inbox_theReceiverHoldsNothing();
        this.invariant_inbox_idsNeverRepeat();
        this.invariant_inbox_theRulesHold();
    }
}
