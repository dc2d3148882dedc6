// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {HostileToken} from "../common/HostileToken.sol";
import {vm} from "../common/Vm.sol";

/// Payments in a token that lies.
contract Hostile is Deciding {
    HostileToken internal hostile;

    function setUp() public override {
        super.setUp();
        hostile = new HostileToken();
        hostile.follow(address(receiver));
    }

    function check_fill_withAHostileTokenKeepsOwnBalances(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) external {
        e.token = address(hostile);
        uint256 held = hostile.balanceOf(address(receiver));
        Funds memory before = fundsOf(address(receiver));
        if (!fill(call, a, e, amount)) return;
        assert(hostile.balanceOf(address(receiver)) == held);
        assert(same(before, fundsOf(address(receiver))) && hostile.refusals() == 0);
    }

    function check_fill_withAHostileTokenNeedsAMeasuredArrival(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        bytes32 other
    ) external {
        e.token = address(hostile);
        uint256 held = hostile.balanceOf(address(receiver));
        bool wasMarked = receiver.isIdMarked(other);
        bool ok = fill(call, a, e, amount);
        assert(receiver.isIdMarked(other) == (wasMarked || (ok && other == e.id)));
        if (!ok) return;
        assertArrived(held, e.minimum);
        (uint128 min, uint128 max) = receiver.tokenRange(address(hostile));
        uint256 found = hostile.heldAfterPull();
        uint256 measured = found < held ? 0 : found - held;
        assert(max != 0 && min <= measured && measured <= max);
    }

    function check_payAuthorized_withAHostileTokenKeepsOwnBalances(Call memory call, Payment memory p) external {
        p.token = address(hostile);
        uint256 held = hostile.balanceOf(address(receiver));
        Funds memory before = fundsOf(address(receiver));
        bool wasPaid = receiver.isCallMarked(hashOf(p));
        (bool ok, ) = pay(call, p);
        assert(same(before, fundsOf(address(receiver))));
        bool isPaid = !wasPaid && receiver.isCallMarked(hashOf(p));
        if (isPaid) assert(hostile.balanceOf(address(receiver)) == held);
        if (ok) assert(hostile.refusals() == 0);
    }

    function check_payAuthorized_withAHostileTokenNeedsAMeasuredArrival(Call memory call, Payment memory p) external {
        p.token = address(hostile);
        uint256 held = hostile.balanceOf(address(receiver));
        bool wasPaid = receiver.isCallMarked(hashOf(p));
        pay(call, p);
        if (!wasPaid && receiver.isCallMarked(hashOf(p))) assertArrived(held, p.minimum);
    }

    /// What the token said after the first transfer exceeds what it said before by at least `minimum`.
    function assertArrived(uint256 held, uint256 minimum) private view {
        uint256 found = hostile.heldAfterPull();
        if (minimum != 0) assert(found >= held && found - held >= minimum);
    }
}
