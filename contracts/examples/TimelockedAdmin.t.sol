// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

import {AttestedOrderReceiver} from "../AttestedOrderReceiver.sol";
import {ISolverPolicy} from "../interfaces/ISolverPolicy.sol";
import {FillproofTest, VM_FILLPROOF as vm} from "../testing/FillproofTest.sol";
import {Config, SolverConfig} from "../types/Config.sol";

/// A receiver whose administrator is a timelock. Changes that widen trust wait for two days; changes that end trust do not.
contract TimelockedAdminTest is FillproofTest {
    uint256 private constant DELAY = 2 days;

    address private owner = makeSolver("owner").addr;
    address private guardian = makeSolver("guardian").addr;
    address private next = makeSolver("next").addr;
    TimelockController private timelock;
    AttestedOrderReceiver private receiver;

    function setUp() public {
        address[] memory owners = new address[](1);
        owners[0] = owner;
        // The proposer also executes and cancels. Only the timelock administers itself.
        timelock = new TimelockController(DELAY, owners, owners, address(0));
        Config memory config = makeConfig(makeRequest(address(this)), address(timelock), 0.01 ether);
        (config.guardian, config.rescuer) = (guardian, owner);
        receiver = deployReceiver(config);
    }

    function schedule(bytes memory change) private {
        vm.prank(owner);
        timelock.schedule(address(receiver), 0, change, 0, 0, DELAY);
    }

    function execute(bytes memory change) private {
        vm.prank(owner);
        timelock.execute(address(receiver), 0, change, 0, 0);
    }

    function test_addsASolverAfterTheDelay() public {
        bytes memory change = abi.encodeCall(ISolverPolicy.setSolver, (SolverConfig(next, 0, 0)));
        schedule(change);
        vm.warp(block.timestamp + DELAY - 1);
        vm.expectPartialRevert(TimelockController.TimelockUnexpectedOperationState.selector);
        execute(change);
        assert(!receiver.isSolverActive(next));
        vm.warp(block.timestamp + 1);
        execute(change);
        assert(receiver.isSolverActive(next));
    }

    function test_pausesAtOnceAndUnpausesAfterTheDelay() public {
        vm.prank(guardian);
        receiver.pause();
        vm.prank(guardian);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        receiver.unpause();
        bytes memory change = abi.encodeCall(ISolverPolicy.unpause, ());
        schedule(change);
        vm.warp(block.timestamp + DELAY);
        execute(change);
        assert(!receiver.paused());
    }

    /// The handover has two steps: the new administrator must send a transaction before the old one loses its role.
    function test_handsOverInTwoSteps() public {
        bytes32 admin = receiver.DEFAULT_ADMIN_ROLE();
        bytes memory grant = abi.encodeCall(IAccessControl.grantRole, (admin, next));
        schedule(grant);
        vm.warp(block.timestamp + DELAY);
        execute(grant);
        bytes32 policy = receiver.POLICY_ROLE();
        vm.prank(next);
        receiver.revokeRole(admin, address(timelock));
        vm.prank(next);
        receiver.revokeRole(policy, address(timelock));
        assert(!receiver.hasRole(policy, address(timelock)));
        assert(receiver.hasRole(admin, next) && !receiver.hasRole(admin, address(timelock)));
    }

    function test_refusesTheOwnerItself() public {
        vm.prank(owner);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        receiver.setSolver(SolverConfig(next, 0, 0));
    }
}
