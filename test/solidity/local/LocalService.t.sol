// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {FillDelivery} from "../../../contracts/FillDelivery.sol";
import {SignedOrderReceiver} from "../../../contracts/SignedOrderReceiver.sol";
import {AttestedOrders} from "../../../contracts/evidence/AttestedOrders.sol";
import {IFillRecipient, ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {ServiceContracts} from "../../../contracts/local/LocalContracts.sol";
import {LocalService, LocalSigning, LocalStatus} from "../../../contracts/local/LocalService.sol";
import {RouterKind} from "../../../contracts/local/RouterCalls.sol";
import {LocalSettings} from "../../../contracts/local/LocalSettings.sol";
import {MockDepository} from "../../../contracts/local/MockDepository.sol";
import {MetadataRouter} from "../../../contracts/local/MetadataRouter.sol";
import {MockHashRouter} from "../../../contracts/local/MockHashRouter.sol";
import {ServiceTransfers} from "../../../contracts/local/ServiceTransfers.sol";
import {NoReturnToken} from "../../../contracts/mocks/hostile/NoReturnToken.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../../contracts/types/Attestation.sol";
import {Config} from "../../../contracts/types/Config.sol";
import {OrderCall, OrderProof} from "../../../contracts/types/Order.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {Terms} from "../../../contracts/types/Terms.sol";
import {vm} from "../support/Vm.sol";

/// @dev Keeps one unit of each transfer.
contract FeeToken is MockToken("Fee", "FEE", 18) {
    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0) && value != 0) super._update(to, address(this), 1);
    }
}

/// @dev Takes direct fills, and does not report them.
contract SilentReceiver is AttestedOrders, FillDelivery {
    constructor(Config memory config) initializer {
        __FillDelivery_init(config);
    }

    function fill(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof,
        uint256 amount
    ) external payable nonReentrant returns (uint256 delivered) {
        Terms memory terms = _acceptUnmeasured(attestation, signature, order, recipientProof, amount);
        return _deliverWithinTokenRange(terms, amount);
    }
}

contract LocalServiceTest is FillproofTest, IFillRecipient {
    LocalService private service;
    SignedOrderReceiver private receiver;
    FillRequest private request;
    bytes4 private answer = IFillRecipient.onFill.selector;
    OrderCall[] private noCalls;

    function setUp() public {
        service = new LocalService();
        receiver = service.deployReceiver(address(this), 1);
        request = openHook(address(receiver), address(this));
    }

    receive() external payable {
        require(answer != 0, "refused");
    }

    function onFill(ReceivedFill calldata) external view returns (bytes4) {
        return answer;
    }

    function pay() private returns (bytes32 id) {
        id = service.quote(request, makeSignedPayment(request));
        service.authorize(id);
        service.deposit(id);
    }

    function assertStatus(bytes32 id, LocalStatus status) private view {
        vm.assertEq(uint256(service.statusOf(id)), uint256(status));
    }

    function test_fill_isRefusedByTheHook() public {
        bytes32 id = pay();
        answer = bytes4(0xdeadbeef);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assert(!isFilled && bytes4(reason) == IFillDelivery.HookFailed.selector);
        vm.assertEq(keccak256(service.failureOf(id)), keccak256(reason));
        assertStatus(id, LocalStatus.refund);
        vm.assertEq(request.originUser.balance, 1 ether);
    }

    /// What would revert when it is quoted gets no order: here a call that no evidence can have authorized yet.
    function test_quote_simulates() public {
        request.refundTo = address(0);
        Payment memory payment = makeSignedPayment(request);
        bytes32 callHash = receiver.hashPayment(payment);
        bytes memory reason = abi.encodeWithSelector(IFillSettlement.NotAuthorized.selector, callHash);
        vm.expectRevert(abi.encodeWithSelector(LocalService.DestinationCallFailed.selector, 0, reason));
        service.quote(request, payment);
        vm.assertEq(block.chainid, request.destinationChainId);
    }

    function test_quote_namesTheFailingCall() public {
        OrderCall[] memory calls = new OrderCall[](2);
        calls[0] = OrderCall(address(0xbeef), "", 1);
        calls[1] = OrderCall(address(this), abi.encodeWithSignature("nothing()"), 0);
        vm.expectRevert(abi.encodeWithSelector(LocalService.DestinationCallFailed.selector, 1, ""));
        service.quoteCalls(request, calls);
    }

    function test_quote_refusesCallsThatSpendMoreThanArrives() public {
        OrderCall[] memory calls = new OrderCall[](1);
        calls[0] = OrderCall(address(0xbeef), "", 1 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(LocalService.InvalidCallValues.selector, 1 ether + 1, 1 ether));
        service.quoteCalls(request, calls);
    }

    function test_quote_needsLiquidity() public {
        MockToken token = new MockToken("USD Coin", "USDC", 6);
        request.token = address(token);
        vm.expectRevert(
            abi.encodeWithSelector(LocalService.InsufficientLiquidity.selector, address(token), 0, 1 ether)
        );
        service.quote(request, makeSignedPayment(request));
    }

    /// The router is the one that the order names, whatever was chosen since.
    function test_fill_usesTheOrdersRouter() public {
        bytes32 id = pay();
        service.setRouter(RouterKind.plain);
        vm.expectCall(service.contracts().router, abi.encodePacked(MetadataRouter.multicall.selector), 1);
        (bool isFilled, ) = service.fill(id);
        assert(isFilled);
    }

    function test_fill_onlyOnceAndOnlyWhenPaid() public {
        bytes32 id = service.quote(request, makeSignedPayment(request));
        expectStatus(LocalStatus.waiting);
        service.fill(id);
        service.authorize(id);
        service.deposit(id);
        service.fill(id);
        expectStatus(LocalStatus.success);
        service.fill(id);
    }

    function expectStatus(LocalStatus status) private {
        vm.expectRevert(abi.encodeWithSelector(LocalService.WrongStatus.selector, status, LocalStatus.pending));
    }

    function test_deposit_tooLowIsRefundedAndTooMuchPartly() public {
        bytes32 id = service.quote(request, makeSignedPayment(request));
        service.authorize(id);
        service.depositAmount(id, 1 ether - 1);
        assertStatus(id, LocalStatus.refund);
        vm.assertEq(request.originUser.balance, 1 ether - 1);

        id = service.quote(request, makeSignedPayment(request));
        service.authorize(id);
        service.depositAmount(id, 3 ether);
        assertStatus(id, LocalStatus.pending);
        service.deposit(id);
        vm.assertEq(request.originUser.balance, 1 ether);
        service.fill(id);
        vm.assertEq(request.originUser.balance, 3 ether);
        vm.assertEq(service.contracts().depository.balance, 1 ether - 1 + 3 ether + 1 ether);
    }

    function test_deposit_beforeTheAuthorizationIsRefusedUnlessAskedFor() public {
        bytes32 id = service.quote(request, makeSignedPayment(request));
        bytes memory early = abi.encodeWithSelector(LocalService.DepositBeforeAuthorization.selector, id);
        vm.expectRevert(early);
        service.deposit(id);
        vm.expectRevert(early);
        service.depositAmount(id, 2 ether);
        vm.assertEq(block.chainid, request.destinationChainId);
        service.depositTooEarly(id);
        (bool isFilled, ) = service.fill(id);
        assert(isFilled && request.refundTo.balance == 1 ether);
    }

    function test_makePolicy_listsTheMinimums() public {
        service.addToken(address(0xc011), 7);
        Config memory config = service.makePolicy(address(this), 5);
        vm.assertEq(config.tokens.length, 2);
        assert(config.tokens[0].token == address(0) && config.tokens[0].min == 5);
        assert(config.tokens[1].token == address(0xc011) && config.tokens[1].min == 7);
        receiver = service.deployReceiver(address(this), 1 ether + 1);
        request = openHook(address(receiver), address(this));
        Payment memory payment = makeSignedPayment(request);
        bytes memory tooLow = abi.encodeWithSelector(
            IFillVerifier.TokenAmountOutOfRange.selector,
            address(0),
            1 ether,
            1 ether + 1,
            type(uint128).max
        );
        vm.expectRevert(abi.encodeWithSelector(LocalService.DestinationCallFailed.selector, 0, tooLow));
        service.quote(request, payment);
    }

    /// The last second of the order counts, and the one after it does not.
    function test_fill_untilTheOrdersDeadline() public {
        uint256 deadline = block.timestamp + service.ORDER_LIFETIME();
        bytes32[2] memory ids;
        for (uint256 i = 0; i < 2; ++i) {
            ids[i] = service.quoteCalls(request, noCalls);
            service.deposit(ids[i]);
        }
        vm.warp(deadline);
        (bool isFilled, bytes memory reason) = service.fill(ids[0]);
        assert(isFilled);
        vm.warp(deadline + 1);
        (isFilled, reason) = service.fill(ids[1]);
        assert(!isFilled && bytes4(reason) == LocalService.OrderExpired.selector);
    }

    /// The oracle counts native currency by the receiver's event, whatever arrived.
    function test_fill_directlyCountsByLogs() public {
        service.setOrderIds(true);
        MockToken token = new MockToken("USD Coin", "USDC", 6);
        token.mint(service.solver(), 10 ether);
        service.addToken(address(token), 1);
        SilentReceiver silent = new SilentReceiver(service.makePolicy(address(this), 1));
        request = openHook(address(silent), address(this));
        bytes32 id = service.quoteDirect(request);
        service.deposit(id);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assert(!isFilled && address(this).balance >= 1 ether);
        vm.assertEq(
            keccak256(reason),
            keccak256(abi.encodeWithSelector(LocalService.TooLittleDelivered.selector, 0, 1 ether))
        );
        assertStatus(id, LocalStatus.refund);

        request.token = address(token);
        id = service.quoteDirect(request);
        service.deposit(id);
        (isFilled, ) = service.fill(id);
        assert(isFilled && token.balanceOf(address(this)) == 1 ether);
    }

    function test_deposit_nothingIsNotRefunded() public {
        bytes32 id = service.quote(request, makeSignedPayment(request));
        service.authorize(id);
        service.depositAmount(id, 0);
        assertStatus(id, LocalStatus.failure);
    }

    /// A user without the tokens reverts, and the test is on its chain again.
    function test_deposit_failsAsTheTokenDoes() public {
        request.originCurrency = address(new MockToken("USD Coin", "USDC", 6));
        bytes32 id = service.quote(request, makeSignedPayment(request));
        vm.expectRevert(abi.encodeWithSelector(ServiceTransfers.TransferFromFailed.selector));
        service.depositTooEarly(id);
        vm.assertEq(block.chainid, request.destinationChainId);
    }

    /// A payment without calls: what arrives counts, and what the recipient refuses does not.
    function test_fill_withoutCalls() public {
        FeeToken token = new FeeToken();
        token.mint(service.solver(), 10 ether);
        request.token = address(token);
        bytes32 id = service.quoteCalls(request, noCalls);
        service.deposit(id);
        (bool isFilled, bytes memory reason) = service.fill(id);
        assert(!isFilled && bytes4(reason) == LocalService.TooLittleDelivered.selector);

        request.token = address(0);
        id = service.quoteCalls(request, noCalls);
        service.deposit(id);
        answer = 0;
        (isFilled, reason) = service.fill(id);
        assert(!isFilled && bytes4(reason) == ServiceTransfers.ETHTransferFailed.selector);
        answer = IFillRecipient.onFill.selector;
        id = service.quoteCalls(request, noCalls);
        service.deposit(id);
        (isFilled, ) = service.fill(id);
        assert(isFilled && address(this).balance >= 1 ether);
    }

    function test_fill_inATokenThatReturnsNothing() public {
        NoReturnToken token = new NoReturnToken();
        token.mint(service.solver(), 10 ether);
        service.addToken(address(token), 1);
        receiver = service.deployReceiver(address(this), 1);
        request = openHook(address(receiver), address(this));
        request.token = address(token);
        (bool isFilled, ) = service.fill(pay());
        assert(isFilled);
        vm.assertEq(token.balanceOf(address(this)), 1 ether);
    }

    /// In the specification's form request ids are order ids, and the solver can fill directly.
    function test_attestedOrders() public {
        service.setOrderIds(true);
        AttestedOrderReceiver attested = AttestedOrderReceiver(
            deployProxy(address(new AttestedOrderReceiver()), service.makePolicy(address(this), 1))
        );
        request = openHook(address(attested), address(this));
        bytes32 id = service.quote(request, makePayment(request));
        service.authorize(id);
        service.deposit(id);
        (bool isFilled, ) = service.fill(id);
        assert(isFilled);

        id = service.quoteDirect(request);
        service.deposit(id);
        (isFilled, ) = service.fill(id);
        assert(isFilled && attested.isPaid(id));
        bytes memory reason;
        (isFilled, reason) = service.fillAgain(id);
        assert(!isFilled);

        // In the public form the attestation is another request's.
        service.setOrderIds(false);
        id = service.quoteDirect(request);
        FillEvidence memory e = service.attestedEvidence(id, LocalSigning.solver);
        vm.expectRevert(
            abi.encodeWithSelector(ISolverPolicy.OrderMismatch.selector, service.orderIdOf(id), e.attestation.requestId)
        );
        attested.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }

    /// What has code stays: as on a fork.
    function test_setContracts_keepsCode() public {
        ServiceContracts memory places = service.contracts();
        places.depository = address(new MockDepository());
        places.router = address(0xabc);
        bytes32 before = places.depository.codehash;
        service.setContracts(places);
        vm.assertEq(places.depository.codehash, before);
        vm.assertEq(places.router.codehash, keccak256(type(MockHashRouter).runtimeCode));
        vm.assertEq(MockDepository(places.depository).owner(), address(this));
    }

    function test_setChain() public {
        request.originChainId = 42;
        Payment memory payment = makeSignedPayment(request);
        vm.expectRevert(abi.encodeWithSelector(LocalSettings.UnknownChain.selector, 42));
        service.quote(request, payment);
        service.setChain(42, "kovan");
        receiver = service.deployReceiver(address(this), 1);
        request = openHook(address(receiver), address(this));
        request.originChainId = 42;
        bytes32 id = pay();
        vm.assertEq(service.orderOf(id).inputs[0].payment.chainId, "kovan");
        (bool isFilled, ) = service.fill(id);
        assert(isFilled);
    }
}
