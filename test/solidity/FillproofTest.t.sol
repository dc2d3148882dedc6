// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillReceiver} from "../../contracts/FillReceiver.sol";
import {SolverAttestation} from "../../contracts/libraries/SolverAttestation.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest, Solver} from "../../contracts/test/FillproofTest.sol";
import {Attestation} from "../../contracts/types/Attestation.sol";
import {Config} from "../../contracts/types/Config.sol";
import {Order, OrderRefund} from "../../contracts/types/Order.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

/// The helper itself: what comes from outside first, then that its defaults are accepted.
contract FillproofTestTest is FillproofTest {
    address internal payer = makeSolver("payer").addr;
    address internal recipient = makeSolver("recipient").addr;
    FillReceiver internal receiver;

    function recover(Attestation calldata a, bytes calldata signature) external view returns (address) {
        return SolverAttestation.recover(a, signature);
    }

    /// A quote of the public service: its order and the order's id.
    function test_hashOrder_knownAnswer() public view {
        FillRequest memory request = makeRequest(0xF0AE622e463fa757Cf72243569E18Be7Df1996cd);
        request.solver.addr = 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF;
        request.originChain = "base";
        request.originUser = request.recipient;
        request.originAmount = 100000000000000000;
        request.destinationChain = "optimism";
        request.receiver = 0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f;
        request.minimum = 97980620418202610;
        request.deadline = 1791082506;
        request.salt = 0x184ed77f343bff09b7255a75f0be900ac82c00c276c0a97eed2948ab3a1e8503;
        Order memory order = directOrder(request);
        order.output.payments[0].expectedAmount = 99980224916533275;
        OrderRefund memory refund = order.inputs[0].refunds[0];
        refund.extraData = order.output.extraData;
        order.inputs[0].refunds = new OrderRefund[](2);
        order.inputs[0].refunds[0] = refund;
        order.inputs[0].refunds[1] = OrderRefund({
            chainId: "optimism",
            recipient: refund.recipient,
            currency: refund.currency,
            minimumAmount: refund.minimumAmount,
            deadline: refund.deadline,
            extraData: refund.extraData
        });
        vm.assertEq(hashOrder(order), 0x8391f3eb54c0999767a970a1603aaf16403a17263cdf723adec76e3fda5be275);
        vm.assertEq(prove(order, request).attestation.requestId, hashOrder(order));
    }

    /// An attestation of the public service, with its signature.
    function test_recover_knownAnswer() public view {
        bytes32 user = toWord(0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e);
        Attestation memory a = Attestation({
            requestId: 0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a,
            originChainId: 1,
            originUser: user,
            originCurrency: 0,
            originAmount: 700000000000000000,
            destinationChainId: 7777777,
            destinationUser: user
        });
        bytes memory signature =
            hex"4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a07bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b";
        vm.assertEq(this.recover(a, signature), 0xf70da97812CB96acDF810712Aa562db8dfA3dbEF);
    }

    /// Both forms of a signature recover the solver, for whatever is attested.
    function testFuzz_sign_recoversSolver(Attestation memory a, string memory name) public view {
        Solver memory solver = makeSolver(name);
        vm.assertEq(this.recover(a, sign(a, solver.key)), solver.addr);
        vm.assertEq(this.recover(a, signCompact(a, solver.key)), solver.addr);
    }

    /// The defaults make a direct fill that a receiver with the default policy accepts in full.
    function test_makeRequest_isAccepted() public {
        FillRequest memory request = deploy(address(0));
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 amount = request.minimum;
        vm.deal(payer, amount);
        vm.assertEq(receiver.inspectFill(e.attestation, e.signature, e.order, e.recipientProof, payer, amount), 0);
        vm.prank(payer);
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
        vm.assertEq(recipient.balance, amount);
    }

    /// And an authorised one, in native currency.
    function test_authorisedOrder_isAccepted() public {
        FillRequest memory request = deploy(address(0));
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorisedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        vm.deal(payer, payment.minimum);
        vm.prank(payer);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(recipient.balance, payment.minimum);
        vm.assertTrue(receiver.isPaid(e.attestation.requestId));
    }

    /// And in a token whose delivered amount varies; what is encoded is the call.
    function testFuzz_authorisedOrder_takesWhatTheCallerHolds(uint96 surplus) public {
        MockToken token = new MockToken("Token", "TKN", 18);
        FillRequest memory request = deploy(address(token));
        request.maximum = type(uint256).max;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorisedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        uint256 held = payment.minimum + surplus;
        token.mint(payer, held);
        bytes memory call = payAuthorizedCall(payment);
        vm.startPrank(payer);
        token.approve(address(receiver), held);
        (bool ok, ) = address(receiver).call(call);
        vm.stopPrank();
        vm.assertTrue(ok);
        vm.assertEq(token.balanceOf(recipient), held);
    }

    function deploy(address token) internal returns (FillRequest memory request) {
        request = makeRequest(recipient);
        request.token = token;
        Config memory config = makeConfig(request, address(this));
        receiver = deployReceiver(config);
        request.receiver = address(receiver);
    }
}
