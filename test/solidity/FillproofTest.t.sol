// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {PaymentGuard} from "../../contracts/PaymentGuard.sol";
import {RegisteredTermsReceiver} from "../../contracts/RegisteredTermsReceiver.sol";
import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {IRegisteredTermsEvidence} from "../../contracts/interfaces/IRegisteredTermsEvidence.sol";
import {Orders} from "../../contracts/libraries/Orders.sol";
import {SolverAttestation} from "../../contracts/libraries/SolverAttestation.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {
    FillEvidence,
    FillproofTest,
    FillRequest,
    GuardEvidence,
    RegisteredEvidence,
    SignedFillEvidence,
    Solver
} from "../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../contracts/types/Attestation.sol";
import {Config} from "../../contracts/types/Config.sol";
import {Order, OrderRefund} from "../../contracts/types/Order.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {RegisteredTerms} from "../../contracts/types/RegisteredTerms.sol";
import {SignedOrderProof} from "../../contracts/types/SignedOrder.sol";
import {Terms} from "../../contracts/types/Terms.sol";
import {vm} from "./support/Vm.sol";

/// @notice A depository that notes what it was told last.
contract Spy {
    address public depositor;
    bytes32 public id;

    function depositNative(address depositor_, bytes32 id_) external payable {
        (depositor, id) = (depositor_, id_);
    }
}

/// The helper itself: what comes from outside first, then that its defaults are accepted.
contract FillproofTestTest is FillproofTest {
    address internal payer = makeSolver("payer").addr;
    address internal recipient = makeSolver("recipient").addr;
    AttestedOrderReceiver internal receiver;

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
        vm.prank(payer);
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
        vm.assertEq(recipient.balance, amount);
    }

    /// The origin of a request is a route of the configuration, and no other.
    function testFuzz_makeConfig_hasTheOrigin(uint64 chainId) public {
        FillRequest memory request = makeRequest(recipient);
        request.originChainId = uint256(chainId) + 2;
        receiver = deployReceiver(makeConfig(request, payer, 1));
        (, uint128 max) = receiver.route(request.originChainId, toWord(request.originCurrency));
        (, uint128 other) = receiver.route(1, toWord(request.originCurrency));
        vm.assertTrue(max == type(uint128).max && other == 0);
    }

    function test_openHook_listsTheHook() public {
        receiver = deployReceiver(makeConfig(makeRequest(payer), address(this), 1));
        openHook(address(receiver), recipient);
        (bool allowed, bool hook) = receiver.recipientStatus(recipient);
        vm.assertTrue(allowed && hook);
    }

    /// A deployed receiver with another solver, whose place the test takes.
    function test_replaceSolver_signsAsTheOnlySolver() public {
        FillRequest memory request = makeRequest(recipient);
        request.solver = makeSolver("former");
        receiver = deployReceiver(makeConfig(request, payer, 1));
        request.receiver = address(receiver);
        address former = request.solver.addr;
        request.solver = replaceSolver(address(receiver), former, payer);
        vm.assertTrue(!receiver.isSolverActive(former));

        FillEvidence memory e = prove(directOrder(request), request);
        vm.deal(address(this), request.minimum);
        receiver.fill{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof, request.minimum);
        vm.assertEq(recipient.balance, request.minimum);
    }

    /// And an authorized one, in native currency.
    function test_authorizedOrder_isAccepted() public {
        FillRequest memory request = deploy(address(0));
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        vm.deal(payer, payment.minimum);
        vm.prank(payer);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(recipient.balance, payment.minimum);
        vm.assertTrue(receiver.isPaid(receiver.hashPayment(payment)));
    }

    /// And in a token whose delivered amount varies; what is encoded is the call.
    function testFuzz_authorizedOrder_takesWhatTheCallerHolds(uint96 surplus) public {
        MockToken token = new MockToken("Token", "TKN", 18);
        FillRequest memory request = deploy(address(token));
        request.maximum = type(uint128).max;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
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

    /// And one that names and pays the solver's router, as orders of the public service do.
    function test_authorizedOrder_paysTheRouter() public {
        FillRequest memory request = makeRequest(recipient);
        request.router = makeSolver("router").addr;
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        Payment memory payment = makePayment(request);
        Order memory order = authorizedOrder(request, payment);
        vm.assertEq(keccak256(order.output.payments[0].recipient), keccak256(abi.encodePacked(request.router)));
        FillEvidence memory e = prove(order, request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.deal(address(this), payment.minimum);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
        vm.assertEq(recipient.balance, payment.minimum);
    }

    /// A call that nobody authorized gives the money back; the same call is paid later.
    function testFuzz_payCall_returnsThenPays(bool inToken, uint96 surplus) public {
        MockToken token = new MockToken("Token", "TKN", 18);
        FillRequest memory request = deploy(inToken ? address(token) : address(0));
        request.refundTo = makeSolver("refunds").addr;
        request.maximum = type(uint128).max;
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        uint256 amount = payment.minimum + surplus;
        token.mint(address(this), 2 * amount);
        vm.deal(address(this), 2 * amount);

        vm.assertTrue(!payCall(address(receiver), payment, amount));
        vm.assertEq(inToken ? token.balanceOf(request.refundTo) : request.refundTo.balance, amount);
        vm.assertTrue(!receiver.isPaid(receiver.hashPayment(payment)));

        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        vm.assertTrue(payCall(address(receiver), payment, amount));
        vm.assertEq(inToken ? token.balanceOf(recipient) : recipient.balance, amount);
        vm.assertTrue(receiver.isPaid(receiver.hashPayment(payment)));
    }

    /// Signed orders, which are authorized.
    function testFuzz_proveSigned_isAccepted(uint256 salt) public {
        FillRequest memory request = makeRequest(recipient);
        SignedOrderReceiver signed = deploySignedOrderReceiver(
            makeConfig(request, address(this), 1),
            makeChains(request)
        );
        (request.receiver, request.salt) = (address(signed), salt);
        Payment memory payment = makeSignedPayment(request);
        SignedFillEvidence memory e = proveSigned(authorizedOrder(request, payment), request);
        vm.deal(address(this), request.minimum);
        signed.authorizeFill(e.order, e.signature, e.recipientProof);
        vm.assertTrue(payCall(address(signed), payment, request.minimum));
        vm.assertEq(recipient.balance, request.minimum);
        vm.assertTrue(signed.isPaid(signed.hashPayment(payment)));
    }

    /// With several refunds of an input the proof is still that of the order.
    function test_proveSignedOrder_hashesEachRefund() public view {
        FillRequest memory request = makeRequest(recipient);
        Order memory order = directOrder(request);
        OrderRefund memory refund = order.inputs[0].refunds[0];
        order.inputs[0].refunds = new OrderRefund[](2);
        (order.inputs[0].refunds[0], order.inputs[0].refunds[1]) = (refund, refund);
        order.inputs[0].refunds[1].extraData = "more";
        vm.assertEq(this.signedId(proveSignedOrder(order)), hashOrder(order));
    }

    function signedId(SignedOrderProof calldata proof) external view returns (bytes32) {
        Terms memory t;
        Orders.readSignedProof(proof, t);
        return t.id;
    }

    /// A registrar's terms, direct and authorized; another registrar's are refused.
    function testFuzz_proveRegistered_isAccepted(bool direct, uint256 salt) public {
        FillRequest memory request = makeRequest(recipient);
        Solver memory registrar = makeSolver("registrar");
        RegisteredTermsReceiver registered = deployRegisteredTermsReceiver(
            makeConfig(request, address(this), 1),
            registrar.addr
        );
        (request.receiver, request.salt) = (address(registered), salt);
        Payment memory payment = makePayment(request);
        RegisteredTerms memory terms = direct ? makeTerms(request) : authorizedTerms(request, payment);
        uint256 amount = request.minimum;
        vm.deal(address(this), amount);
        Solver memory another = makeSolver("another");
        RegisteredEvidence memory e = proveRegistered(terms, request, another);
        bytes32 digest = registered.hashRegisteredTerms(e.attestation, terms);
        vm.expectRevert(
            abi.encodeWithSelector(IRegisteredTermsEvidence.InvalidTermsSignature.selector, digest, another.addr)
        );
        present(registered, e, direct, amount);
        present(registered, proveRegistered(terms, request, registrar), direct, amount);
        if (!direct) vm.assertTrue(payCall(address(registered), payment, amount));
        vm.assertEq(recipient.balance, amount);
        vm.assertTrue(registered.isPaid(e.attestation.requestId));
    }

    function present(
        RegisteredTermsReceiver registered,
        RegisteredEvidence memory e,
        bool direct,
        uint256 amount
    ) internal {
        if (direct) {
            registered.fill{value: amount}(
                e.attestation,
                e.signature,
                e.terms,
                e.termsSignature,
                e.recipientProof,
                amount
            );
        } else {
            registered.authorizeFill(e.attestation, e.signature, e.terms, e.termsSignature, e.recipientProof);
        }
    }

    /// Orders with calls and without, paid through a guard by either kind of evidence.
    function testFuzz_proveForPayer_isAccepted(bool attested, bool withCalls, uint64 amount) public {
        FillRequest memory request = makeOutgoingRequest(recipient);
        request.originUser = address(this);
        request.originAmount = uint256(amount) + 1;
        request.receiver = makeSolver("far receiver").addr;
        request.router = makeSolver("far router").addr;
        Spy depository = new Spy();
        PaymentGuard guard = deployGuard(makeGuardConfig(request, address(depository), address(this)));
        Order memory order = withCalls ? authorizedOrder(request, makePayment(request)) : directOrder(request);
        GuardEvidence memory e = proveForPayer(order, request);
        vm.deal(address(this), request.originAmount);
        bytes32 id =
            attested
                ? guard.payAttested{value: request.originAmount}(e.attestation, e.signature, e.order, e.terms)
                : guard.paySigned{value: request.originAmount}(e.order, e.orderSignature, e.terms);
        vm.assertEq(id, hashOrder(order));
        vm.assertEq(address(depository).balance, request.originAmount);
        vm.assertEq(depository.id(), id);
        vm.assertEq(depository.depositor(), address(this));
    }

    function deploy(address token) internal returns (FillRequest memory request) {
        request = makeRequest(recipient);
        request.token = token;
        Config memory config = makeConfig(request, address(this), 1);
        receiver = deployReceiver(config);
        request.receiver = address(receiver);
    }
}
