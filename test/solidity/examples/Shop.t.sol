// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Shop} from "../../../contracts/examples/Shop.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillproofTest} from "../../../contracts/testing/FillproofTest.sol";
import {vm} from "../support/Vm.sol";

/// What the example's own tests leave out. The test is the receiver.
contract ShopCreditsTest is FillproofTest {
    address internal buyer = makeUser("buyer");
    MockToken internal token = new MockToken("USD Coin", "USDC", 6);
    Shop internal shop = new Shop(address(this));

    function credit(address of_, uint128 amount) internal {
        ReceivedFill memory received;
        (received.token, received.amount, received.data) = (of_, amount, abi.encode(buyer));
        shop.onFill(received);
    }

    function testFuzz_credits_addUpByToken(uint128 first, uint128 second, uint128 coins) public {
        credit(address(0), first);
        credit(address(0), second);
        credit(address(token), coins);
        vm.assertEq(shop.credit(address(0), buyer), uint256(first) + second);
        vm.assertEq(shop.credit(address(token), buyer), coins);
    }

    function testFuzz_withdraw_paysInTheTokenThatWasCredited(uint128 amount) public {
        uint256 coins = uint256(amount) + 1;
        token.mint(address(shop), coins);
        vm.deal(address(shop), coins);
        ReceivedFill memory received;
        (received.token, received.amount, received.data) = (address(token), coins, abi.encode(buyer));
        shop.onFill(received);
        vm.prank(buyer);
        shop.withdraw(address(token));
        vm.assertEq(token.balanceOf(buyer), coins);
        vm.assertEq(buyer.balance, 0);
    }
}
