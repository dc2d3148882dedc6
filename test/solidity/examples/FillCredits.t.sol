// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillReceiver} from "../../../contracts/FillReceiver.sol";
import {FillCredits} from "../../../contracts/examples/FillCredits.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/test/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

contract FillCreditsTest is FillproofTest {
    address internal payer = makeSolver("payer").addr;
    FillRequest internal request;
    FillReceiver internal receiver;
    FillCredits internal credits;
    MockToken internal token;

    function setUp() public {
        token = new MockToken("USD Coin", "USDC", 6);
        request = makeRequest(address(this));
        receiver = deployReceiver(makeConfig(request, address(this)));
        credits = new FillCredits(address(receiver), token);
        receiver.setRecipient(RecipientConfig({recipient: address(credits), hook: true}));
        request.receiver = address(receiver);
        request.recipient = address(credits);
        request.token = address(token);
        give(token);
    }

    function give(MockToken given) internal {
        given.mint(payer, type(uint256).max);
        vm.prank(payer);
        given.approve(address(receiver), type(uint256).max);
    }

    function fill(FillEvidence memory e, uint256 amount) internal {
        vm.prank(payer);
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    function testFuzz_onFill_creditsWhatArrived(uint128 minimum, uint128 surplus, uint128 sent) public {
        request.minimum = uint256(minimum) + 1;
        request.originAmount = uint256(sent == 0 ? 1 : sent);
        uint256 amount = request.minimum + surplus;
        fill(prove(directOrder(request), request), amount);

        vm.assertEq(credits.creditOf(request.originUser), amount);
        vm.assertEq(token.balanceOf(address(credits)), amount);

        vm.prank(request.originUser);
        credits.withdraw();
        vm.assertEq(token.balanceOf(request.originUser), amount);
        vm.assertEq(credits.creditOf(request.originUser), 0);
    }

    function test_onFill_creditsAuthorisedFill() public {
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorisedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        bytes32 id = receiver.hashPayment(payment);
        vm.expectEmit(address(credits));
        emit FillCredits.Credited(id, request.originUser, payment.minimum);
        vm.prank(payer);
        receiver.payAuthorized(payment);
        vm.assertEq(credits.creditOf(request.originUser), payment.minimum);
    }

    function testFuzz_onFill_revertsForStrangers(address caller, ReceivedFill memory received) public {
        if (caller == address(receiver)) return;
        vm.expectRevert(abi.encodeWithSelector(FillCredits.CallerNotReceiver.selector, caller, address(receiver)));
        vm.prank(caller);
        credits.onFill(received);
    }

    /// A refused fill is no fill: the payer keeps its money, and the order stays payable.
    function test_onFill_revertsForOtherToken() public {
        MockToken other = new MockToken("Other", "OTH", 18);
        give(other);
        request.token = address(other);
        FillEvidence memory e = prove(directOrder(request), request);
        bytes memory reason = abi.encodeWithSelector(
            FillCredits.TokenNotCredited.selector,
            address(other),
            address(token)
        );
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.HookFailed.selector, address(credits), reason));
        fill(e, request.minimum);
        vm.assertEq(other.balanceOf(address(credits)), 0);
        vm.assertTrue(!receiver.isPaid(e.attestation.requestId));
    }

    /// Neither the zero address nor a user of another virtual machine could withdraw.
    function testFuzz_onFill_revertsForForeignUser(uint96 upper, address lower) public {
        if (upper == 0) lower = address(0);
        bytes32 user = bytes32((uint256(upper) << 160) | uint160(lower));
        FillEvidence memory e = prove(directOrder(request), request);
        e.attestation.originUser = user;
        e.signature = sign(e.attestation, request.solver.key);
        bytes memory reason = abi.encodeWithSelector(FillCredits.UserNotSupported.selector, user);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.HookFailed.selector, address(credits), reason));
        fill(e, request.minimum);
    }
}
