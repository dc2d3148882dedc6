// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../../../contracts/interfaces/IFillVerifier.sol";
import {vm} from "../../support/Vm.sol";
import {ReceiverHandler} from "./ReceiverHandler.sol";
import {TrickyToken} from "./TrickyToken.sol";

/// @notice What holds of a receiver after whatever anybody does.
abstract contract ReceiverInvariants {
    uint256 private constant RUN = 900;
    ReceiverHandler internal handler;

    /// @dev Makes the handler for one kind of receiver.
    function _makeHandler() internal virtual returns (ReceiverHandler);

    function setUp() public {
        handler = _makeHandler();
    }

    /// @notice Only the handler acts.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Each id and each authorized call is paid at most once, and the receiver knows which.
    function invariant_paidOnce() external view {
        vm.assertEq(handler.acceptedTwice(), 0, "paid twice");
        IFillSettlement receiver = IFillSettlement(handler.receiver());
        for (uint256 i = 0; i < handler.countDeals(); ++i) {
            (bytes32 id, bool isPaid, bytes32 callHash, bool isCallPaid) = handler.idOf(i);
            vm.assertEq(receiver.isPaid(id), isPaid, "isPaid of an id");
            vm.assertEq(receiver.isPaid(callHash), isCallPaid, "isPaid of a call");
            vm.assertEq(receiver.isCallPaid(callHash), isCallPaid, "isCallPaid");
        }
    }

    /// The receiver accepts what the rules accept, and nothing else.
    function invariant_acceptsOnlyWhatTheRulesAccept() external view {
        vm.assertEq(handler.acceptedUnsound(), 0, "unsound evidence was accepted");
        vm.assertEq(handler.wronglyAccepted(), 0, "wrongly accepted");
        vm.assertEq(handler.wronglyRefused(), 0, "wrongly refused");
    }

    /// No solver counts that was revoked, or outside its time.
    function invariant_onlyActiveSolversCount() external view {
        vm.assertEq(handler.acceptedFromInactiveSolver(), 0, "an inactive solver counted");
    }

    /// What comes into the receiver goes out of it; donations stay, until they are rescued.
    function invariant_inflowEqualsOutflow() external view {
        _assertLedger(handler.receiver());
        _assertLedger(handler.otherReceiver());
    }

    /// Everybody has what the accepted and returned payments and nothing else gave and took: only payers pay, and only
    /// recipients, and those to whom money goes back, are paid.
    function invariant_onlyPayersPay() external view {
        uint256 count = handler.countAccounts();
        for (uint256 i = 0; i < count; ++i) _assertLedger(handler.accounts(i));
    }

    /// Nothing that the thief does makes it richer.
    function invariant_thiefNeverGains() external view {
        vm.assertEq(handler.thiefGained(), 0, "the thief gained");
        vm.assertEq(handler.privilegesTaken(), 0, "the thief could do what is not for it");
    }

    /// Money goes back where the rules send it, once, with an event that says all; and nothing else returns.
    function invariant_returnsOnlyWhatNobodyAuthorized() external view {
        vm.assertEq(handler.wronglyReturned(), 0, "wrongly returned");
    }

    /// A call once authorized is paid or reverts, whatever is done to the policy.
    function invariant_returnsNoCallThatWasAuthorized() external view {
        vm.assertEq(handler.returnedAuthorized(), 0, "an authorized call was returned");
    }

    /// Each success is told by one event, and leaves an active solver stored.
    function invariant_authorizationsCount() external view {
        vm.assertEq(handler.unannounced(), 0, "no event, or another");
        vm.assertEq(handler.keptAway(), 0, "an inactive solver was kept");
        vm.assertEq(IFillVerifier(handler.receiver()).policyEpoch(), handler.epoch(), "the policy's epoch");
    }

    /// A return marks nothing: what a call rests on is what was authorized, and is paid by payments alone.
    function invariant_returnsMarkNothing() external view {
        IFillSettlement receiver = IFillSettlement(handler.receiver());
        for (uint256 i = 0; i < handler.countDeals(); ++i) {
            (bytes32 callHash, address solver, uint256 epoch) = handler.consentOf(i);
            (address foundSolver, uint64 foundEpoch) = receiver.authorization(callHash);
            vm.assertEq(foundSolver, solver);
            vm.assertEq(foundEpoch, epoch, "epoch of an authorization");
        }
    }

    /// Hooks are told by accepted evidence alone, and nothing happens within another fill or return.
    function invariant_reachesOnlyThroughEvidence() external view {
        vm.assertEq(handler.trickyRecipient().told(), handler.toldOwed(), "hooks");
        vm.assertEq(handler.trickyRecipient().toldAmount(), handler.toldAmountOwed(), "amounts told to hooks");
        vm.assertEq(handler.wallet().told(), 0, "hooks of those who are no recipients");
        uint256 reentered = handler.trickyRecipient().successes() + handler.wallet().successes();
        vm.assertEq(reentered + TrickyToken(handler.tokens(3)).successes(), 0, "reentered");
    }

    /// In a long run every action both succeeds and is refused, and every fault is made, so that the invariants speak of
    /// something; and they hold in the end.
    function test_everyActionSucceedsAndIsRefused() external {
        bytes4[8] memory both = [
            ReceiverHandler.fillDirect.selector,
            ReceiverHandler.fillAgain.selector,
            ReceiverHandler.authorize.selector,
            ReceiverHandler.authorizeAgain.selector,
            ReceiverHandler.pay.selector,
            ReceiverHandler.payThroughRouter.selector,
            ReceiverHandler.reenter.selector,
            ReceiverHandler.cheat.selector
        ];
        bytes4[7] memory others = [
            ReceiverHandler.administrate.selector,
            ReceiverHandler.wait.selector,
            ReceiverHandler.donate.selector,
            ReceiverHandler.misbehave.selector,
            ReceiverHandler.payChanged.selector,
            ReceiverHandler.flipBit.selector,
            ReceiverHandler.trespass.selector
        ];
        for (uint256 i = 0; i < RUN; ++i) {
            bytes4 next = i % 15 < 8 ? both[i % 15] : others[(i % 15) - 8];
            (bool ok, ) = address(handler).call(
                abi.encodeWithSelector(next, next == ReceiverHandler.cheat.selector ? i / 15 : i)
            );
            vm.assertTrue(ok, "the handler failed");
        }
        // Some kinds have no direct fills, which come first.
        for (uint256 i = handler.kind().fillsDirectly() ? 0 : 2; i < 8; ++i) {
            vm.assertTrue(handler.accepted(both[i]) != 0, string.concat("never accepted: ", vm.toString(i)));
            vm.assertTrue(handler.refused(both[i]) != 0, "never refused");
        }
        // What is always refused was at least tried.
        for (uint256 i = 4; i < 7; ++i) vm.assertTrue(handler.refused(others[i]) != 0, "never tried");
        vm.assertTrue(handler.returnedBy(ReceiverHandler.pay.selector) != 0, "never returned");
        vm.assertTrue(
            handler.returnedBy(ReceiverHandler.payThroughRouter.selector) != 0,
            "never returned to a router's"
        );
        vm.assertTrue(handler.trickyRecipient().told() != 0, "never told");
        vm.assertTrue(handler.trickyRecipient().tries() != 0, "never reentered by a recipient");
        vm.assertTrue(TrickyToken(handler.tokens(3)).tries() != 0, "never reentered by a token");
        this.invariant_paidOnce();
        this.invariant_acceptsOnlyWhatTheRulesAccept();
        this.invariant_onlyPayersPay();
        this.invariant_returnsOnlyWhatNobodyAuthorized();
        this.invariant_returnsNoCallThatWasAuthorized();
        this.invariant_authorizationsCount();
        this.invariant_returnsMarkNothing();
        this.invariant_reachesOnlyThroughEvidence();
    }

    function _assertLedger(address account) private view {
        for (uint256 i = 0; i < handler.countTokens(); ++i) {
            address token = handler.tokens(i);
            vm.assertEq(handler.held(account, token), handler.owed(account, token), "balance of an account");
        }
    }
}
