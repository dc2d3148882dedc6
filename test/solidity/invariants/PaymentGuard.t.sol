// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {vm} from "../support/Vm.sol";
import {GuardHandler} from "./support/GuardHandler.sol";
import {TrickyToken} from "./support/TrickyToken.sol";

// The runner finds targets in the test's own file.
contract PaymentGuardHandler is GuardHandler {}

/// What holds of a guard after whatever anybody does.
contract PaymentGuardInvariants {
    uint256 private constant RUN = 540;
    PaymentGuardHandler private handler;

    function setUp() public {
        handler = new PaymentGuardHandler();
    }

    /// @notice Only the handler acts.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Each order is paid at most once, and the guard knows which.
    function invariant_guard_paysEachOrderOnce() external view {
        vm.assertEq(handler.acceptedTwice(), 0, "paid twice");
        for (uint256 i = 0; i < handler.countDeals(); ++i) {
            (bytes32 id, , , bool isPaid) = handler.dealOf(i);
            vm.assertEq(handler.guard().isPaid(id), isPaid, "isPaid of an order");
        }
    }

    /// Under each id the depository received exactly the order's amount, from the caller and in its name; or nothing.
    function invariant_guard_receiptsAreExact() external view {
        vm.assertEq(handler.depository().receipts(), handler.receiptsOwed(), "deposits");
        vm.assertEq(handler.depository().strange(), 0, "deposits from others, or allowances that are not exact");
        for (uint256 i = 0; i < handler.countDeals(); ++i) {
            (bytes32 id, address token, uint256 amount, bool isPaid) = handler.dealOf(i);
            vm.assertEq(handler.depository().received(id, token), isPaid ? amount : 0, "received for an order");
            vm.assertEq(handler.receiptOwed(id, token), isPaid ? amount : 0, "owed for an order");
            bool isCredited = handler.depository().creditedTo(id) == handler.payerOf(id);
            vm.assertTrue(isCredited, "credited to another");
        }
    }

    /// Nobody but the caller pays, nobody but the depository is paid, and no thief gets richer or gets a right.
    function invariant_guard_onlyCallersPay() external view {
        for (uint256 i = 0; i < handler.countAccounts(); ++i) {
            address account = handler.accounts(i);
            for (uint256 j = 0; j < handler.countTokens(); ++j) {
                address token = handler.tokens(j);
                vm.assertEq(handler.held(account, token), handler.owed(account, token), "balance of an account");
            }
        }
        vm.assertEq(handler.thiefGained() + handler.privilegesTaken(), 0, "a thief gained");
    }

    /// After a transaction the guard holds only what was donated, grants nothing, and was not reentered.
    function invariant_guard_holdsAndGrantsNothing() external view {
        address guard = address(handler.guard());
        for (uint256 i = 0; i < handler.countTokens(); ++i) {
            address token = handler.tokens(i);
            vm.assertEq(handler.held(guard, token), handler.owed(guard, token), "the guard holds");
            if (token == address(0)) continue;
            vm.assertEq(TrickyToken(token).allowance(guard, address(handler.depository())), 0, "the guard grants");
        }
        uint256 reentered = handler.depository().successes() + TrickyToken(handler.tokens(3)).successes();
        vm.assertEq(reentered, 0, "reentered");
    }

    /// No order is paid that is not signed as it is shown, nor one of a revoked solver; and whatever the rules let pass
    /// is paid.
    function invariant_guard_paysOnlyWhatTheRulesAccept() external view {
        vm.assertEq(handler.acceptedUnsound(), 0, "an unsound order was paid");
        vm.assertEq(handler.acceptedFromInactiveSolver(), 0, "a revoked solver counted");
        vm.assertEq(handler.wronglyAccepted(), 0, "wrongly accepted");
        vm.assertEq(handler.wronglyRefused(), 0, "wrongly refused");
    }

    /// In a long run every payment both succeeds and is refused, and every fault is made, so that the invariants speak
    /// of something; and they hold in the end.
    function test_guard_everyActionSucceedsAndIsRefused() external {
        bytes4[9] memory actions = [
            GuardHandler.payOrder.selector,
            GuardHandler.payAgain.selector,
            GuardHandler.reenter.selector,
            GuardHandler.copy.selector,
            GuardHandler.cheat.selector,
            GuardHandler.trespass.selector,
            GuardHandler.administrate.selector,
            GuardHandler.donate.selector,
            GuardHandler.misbehave.selector
        ];
        for (uint256 i = 0; i < RUN; ++i) {
            bytes4 next = i % 45 == 44 ? GuardHandler.wait.selector : actions[i % 9];
            uint256 seed = next == GuardHandler.cheat.selector ? i / 9 : i;
            (bool ok, ) = address(handler).call(abi.encodeWithSelector(next, seed));
            vm.assertTrue(ok, "the handler failed");
        }
        for (uint256 i = 0; i < 6; ++i) {
            if (i < 3) vm.assertTrue(handler.accepted(actions[i]) != 0, string.concat("accepted: ", vm.toString(i)));
            vm.assertTrue(handler.refused(actions[i]) != 0, string.concat("never refused: ", vm.toString(i)));
        }
        uint256 reentries = handler.depository().tries() + TrickyToken(handler.tokens(3)).tries();
        vm.assertTrue(reentries != 0, "never reentered");
        this.invariant_guard_paysEachOrderOnce();
        this.invariant_guard_receiptsAreExact();
        this.invariant_guard_onlyCallersPay();
        this.invariant_guard_holdsAndGrantsNothing();
        this.invariant_guard_paysOnlyWhatTheRulesAccept();
    }
}
