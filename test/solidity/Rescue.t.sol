// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {IFillDelivery} from "../../contracts/interfaces/IFillDelivery.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {FillproofTest, FillRequest} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../contracts/types/Config.sol";
import {vm} from "./support/Vm.sol";

/// Where stray balances may go, and to whom only the administrator sends them.
contract RescueTest is FillproofTest {
    address private rescuer = makeSolver("rescuer").addr;
    address private admin = makeSolver("admin").addr;
    address private target = makeSolver("target").addr;
    AttestedOrderReceiver private receiver;
    MockToken private token;

    function setUp() public {
        FillRequest memory request = makeRequest(makeSolver("recipient").addr);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        receiver.grantRole(receiver.RESCUE_ROLE(), rescuer);
        receiver.grantRole(receiver.RESCUE_ROLE(), admin);
        receiver.grantRole(bytes32(0), admin);
        token = new MockToken("Token", "TKN", 18);
        token.mint(address(receiver), 1000);
        vm.deal(address(receiver), 1000);
    }

    /// No stray balance reaches a contract that is a recipient, or may be one, around its hook; but by the administrator, who
    /// could list it. An account that delegates (EIP-7702) counts as a contract there.
    function testFuzz_rescue_reachesNoRecipientsContract(uint8 listing, uint8 how, bool inToken, bool isAdmin) public {
        if (listing % 3 == 1) receiver.setRecipient(RecipientConfig({recipient: target, hook: how % 2 == 0}));
        if (listing % 3 == 2) receiver.setRecipientRoot(keccak256("tree"));
        // An empty program; or a delegation to an account without code.
        if (how % 3 == 1) vm.etch(target, hex"00");
        if (how % 3 == 2) vm.etch(target, abi.encodePacked(hex"ef0100", makeSolver("code").addr));
        bool refused = listing % 3 != 0 && how % 3 != 0 && !isAdmin;
        if (refused) vm.expectRevert(abi.encodeWithSelector(IFillDelivery.InvalidRescueTarget.selector, target));
        vm.prank(isAdmin ? admin : rescuer);
        receiver.rescue(inToken ? address(token) : address(0), target, 400);
        vm.assertEq(inToken ? token.balanceOf(target) : target.balance, refused ? 0 : 400);
    }
}
