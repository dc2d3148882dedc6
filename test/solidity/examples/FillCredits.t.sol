// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {FillCredits} from "../../../contracts/examples/FillCredits.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

contract FillCreditsTest is FillproofTest {
    address internal payer = makeUser("payer");
    address internal user = makeUser("credited");
    FillRequest internal request;
    AttestedOrderReceiver internal receiver;
    FillCredits internal credits;
    MockToken internal token;

    function setUp() public {
        token = new MockToken("USD Coin", "USDC", 6);
        request = makeRequest(address(this));
        request.token = address(token);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        credits = new FillCredits(address(receiver), token);
        receiver.setRecipient(RecipientConfig({recipient: address(credits), hook: true}));
        request.receiver = address(receiver);
        request.recipient = address(credits);
        give(token);
    }

    function give(MockToken given) internal {
        given.mint(payer, type(uint256).max);
        vm.prank(payer);
        given.approve(address(receiver), type(uint256).max);
    }

    /// @dev An order's call that names a user, authorized.
    function authorize(bytes memory data) internal returns (Payment memory payment) {
        payment = makePayment(request);
        payment.data = data;
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function pay(Payment memory payment) internal {
        vm.prank(payer);
        receiver.payAuthorized(payment);
    }

    function expectRefusal(bytes memory reason) internal {
        vm.expectRevert(abi.encodeWithSelector(IFillDelivery.HookFailed.selector, address(credits), reason));
    }

    function testFuzz_onFill_creditsWhomDataNames(address named, uint96 minimum, uint128 sent) public {
        if (named == address(0) || named == address(credits) || named == payer) return;
        request.minimum = uint256(minimum) + 1;
        request.originAmount = uint256(sent == 0 ? 1 : sent);
        Payment memory payment = authorize(abi.encode(named));
        bytes32 id = receiver.hashPayment(payment);
        vm.expectEmit(address(credits));
        emit FillCredits.Credited(id, named, request.minimum);
        pay(payment);

        vm.assertEq(credits.creditOf(named), request.minimum);
        if (named != request.originUser) vm.assertEq(credits.creditOf(request.originUser), 0);
        vm.assertEq(token.balanceOf(address(credits)), request.minimum);

        vm.prank(named);
        credits.withdraw();
        vm.assertEq(token.balanceOf(named), request.minimum);
        vm.assertEq(credits.creditOf(named), 0);
    }

    function testFuzz_onFill_addsWhatComesLater(uint96 first, uint96 second) public {
        uint96[2] memory amounts = [first, second];
        for (uint256 i = 0; i < 2; ++i) {
            (request.minimum, request.salt) = (uint256(amounts[i]) + 1, i + 1);
            pay(authorize(abi.encode(user)));
        }
        vm.assertEq(credits.creditOf(user), uint256(first) + second + 2);
    }

    /// A payer who names another user makes another call, which nobody authorized.
    function testFuzz_onFill_payersCannotChooseTheUser(address chosen) public {
        if (chosen == user) return;
        Payment memory payment = authorize(abi.encode(user));
        payment.data = abi.encode(chosen);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.NotAuthorized.selector, receiver.hashPayment(payment)));
        pay(payment);
    }

    function testFuzz_onFill_revertsForStrangers(address caller, ReceivedFill memory received) public {
        if (caller == address(receiver)) return;
        vm.expectRevert(abi.encodeWithSelector(FillCredits.CallerNotReceiver.selector, caller, address(receiver)));
        vm.prank(caller);
        credits.onFill(received);
    }

    /// A refused fill is no fill: the payer keeps its money, and the call stays payable.
    function testFuzz_onFill_revertsForOtherToken(uint8 decimals, uint64 minimum) public {
        MockToken other = new MockToken("Other", "OTH", decimals);
        give(other);
        receiver.setToken(address(other), 1, type(uint128).max);
        request.token = address(other);
        request.minimum = uint256(minimum) + 1;
        Payment memory payment = authorize(abi.encode(user));
        expectRefusal(abi.encodeWithSelector(FillCredits.TokenNotCredited.selector, address(other), address(token)));
        pay(payment);
        vm.assertEq(other.balanceOf(address(credits)), 0);
        vm.assertTrue(!receiver.isPaid(receiver.hashPayment(payment)));
    }

    /// Nobody, dirty bytes, too much or too little data, and a direct fill, which has none.
    function testFuzz_onFill_revertsWhenNobodyIsNamed(bytes memory some, uint96 dirt) public {
        bytes[4] memory all = [
            some.length == 32 ? bytes("") : some,
            abi.encode(address(0)),
            abi.encode((uint256(dirt == 0 ? 1 : dirt) << 160) | uint160(user)),
            bytes.concat(abi.encode(user), bytes1(0))
        ];
        for (uint256 i = 0; i < all.length; ++i) {
            request.salt = i;
            Payment memory payment = authorize(all[i]);
            expectRefusal(abi.encodeWithSelector(FillCredits.UserNotNamed.selector, all[i]));
            pay(payment);
        }
        FillEvidence memory e = prove(directOrder(request), request);
        expectRefusal(abi.encodeWithSelector(FillCredits.UserNotNamed.selector, ""));
        vm.prank(payer);
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, request.minimum);
    }
}
