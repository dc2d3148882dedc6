// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {FillCredits} from "../../contracts/examples/FillCredits.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../contracts/types/Config.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {Terms} from "../../contracts/types/Terms.sol";
import {vm} from "./support/Vm.sol";

/// @notice The daily limit of `LimitedReceiver` in docs/integration.md, without its other two rules.
contract DailyLimitReceiver is SignedOrderReceiver {
    uint256 public constant DAILY_LIMIT = 100 ether;
    mapping(uint256 day => mapping(address recipient => mapping(address token => uint256 amount))) public taken;

    error DailyLimitReached(address recipient, address token, uint256 amount);

    function _accept(Terms memory terms, uint256 amount) internal override {
        super._accept(terms, amount);
        uint256 sum = taken[block.timestamp / 1 days][terms.recipient][terms.token] += amount;
        if (sum > DAILY_LIMIT) revert DailyLimitReached(terms.recipient, terms.token, sum);
    }
}

/// @notice Pays a call that credits itself, and takes the credit back: all of it in one call, so that the money can be lent
/// for that long.
contract Exhauster {
    function run(DailyLimitReceiver receiver, FillCredits credits, MockToken token, Payment calldata p) external {
        token.approve(address(receiver), p.minimum);
        receiver.payAuthorized(p);
        credits.withdraw();
        token.transfer(msg.sender, p.minimum);
    }
}

contract OutsiderLimitsTest is FillproofTest {
    FillRequest internal request;
    DailyLimitReceiver internal receiver;
    FillCredits internal credits;
    MockToken internal token;

    function setUp() public {
        token = new MockToken("USD Coin", "USDC", 6);
        request = makeRequest(address(this));
        request.token = address(token);
        receiver = DailyLimitReceiver(
            deployProxy(address(new DailyLimitReceiver()), makeConfig(request, address(this), 1), makeChains(request))
        );
        credits = new FillCredits(address(receiver), token);
        receiver.setRecipient(RecipientConfig({recipient: address(credits), hook: true}));
        (request.receiver, request.recipient) = (address(receiver), address(credits));
    }

    function authorize(uint256 amount, address user, uint256 salt) internal returns (Payment memory payment) {
        (request.minimum, request.salt) = (amount, salt);
        payment = makeSignedPayment(request);
        payment.data = abi.encode(user);
        SignedFillEvidence memory e = proveSigned(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.order, e.signature, e.recipientProof);
    }

    /// A limit for each recipient, as docs/integration.md has it, is used up by any user of a recipient that gives the money back, for gas and a loan of one transaction.
    function test_dailyLimit_isUsedUpByWhoeverPaysItself() public {
        Exhauster thief = new Exhauster();
        address user = makeUser("honest");
        address payer = makeUser("payer");
        Payment memory honest = authorize(1 ether, user, 1);
        Payment memory own = authorize(100 ether, address(thief), 2);

        token.mint(address(thief), 100 ether);
        uint256 before = token.balanceOf(address(this));
        thief.run(receiver, credits, token, own);
        // All that was lent is back.
        vm.assertEq(token.balanceOf(address(this)) - before, 100 ether);
        vm.assertEq(token.balanceOf(address(credits)), 0);

        token.mint(payer, 1 ether);
        vm.prank(payer);
        token.approve(address(receiver), 1 ether);
        vm.expectRevert(
            abi.encodeWithSelector(
                DailyLimitReceiver.DailyLimitReached.selector,
                address(credits),
                address(token),
                101 ether
            )
        );
        vm.prank(payer);
        receiver.payAuthorized(honest);
    }
}
