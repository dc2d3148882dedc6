// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {Shop} from "../../contracts/examples/Shop.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../contracts/types/Config.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

/// @notice A token that burns a tenth of each transfer.
contract FeeToken is ERC20("Fee", "FEE") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(to, address(0), value / 10);
    }
}

/// Why docs/tasks/receive-fills.md warns of tokens that charge a fee.
contract OutsiderShopTest is FillproofTest {
    /// It credits what arrived at the receiver, and whoever withdraws first takes the others' money.
    function test_shop_owesMoreThanItHasOfATokenWithAFee() public {
        FeeToken token = new FeeToken();
        FillRequest memory request = makeRequest(address(this));
        request.token = address(token);
        SignedOrderReceiver receiver = deploySignedOrderReceiver(
            makeConfig(request, address(this), 1),
            makeChains(request)
        );
        Shop shop = new Shop(address(receiver));
        receiver.setRecipient(RecipientConfig({recipient: address(shop), hook: true}));
        (request.receiver, request.recipient) = (address(receiver), address(shop));
        (request.minimum, request.maximum) = (80, 100);
        token.mint(address(this), 200);
        address[2] memory buyers = [makeUser("first"), makeUser("second")];
        for (uint256 i = 0; i < 2; ++i) {
            request.salt = i;
            Payment memory payment = makeSignedPayment(request);
            payment.data = abi.encode(buyers[i]);
            SignedFillEvidence memory e = proveSigned(authorizedOrder(request, payment), request);
            receiver.authorizeFill(e.order, e.signature, e.recipientProof);
            assert(payCall(address(receiver), payment, 100));
        }
        vm.assertEq(shop.credit(address(token), buyers[0]) + shop.credit(address(token), buyers[1]), 180);
        vm.assertEq(token.balanceOf(address(shop)), 162);

        vm.prank(buyers[0]);
        shop.withdraw(address(token));
        bytes4 tooLittle = bytes4(keccak256("ERC20InsufficientBalance(address,uint256,uint256)"));
        vm.expectRevert(abi.encodeWithSelector(tooLittle, address(shop), 72, 90));
        vm.prank(buyers[1]);
        shop.withdraw(address(token));
    }
}
