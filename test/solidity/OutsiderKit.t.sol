// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {RegisteredTermsReceiver} from "../../contracts/RegisteredTermsReceiver.sol";
import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {FillCredits} from "../../contracts/examples/FillCredits.sol";
import {StandaloneReceiver} from "../../contracts/examples/StandaloneReceiver.sol";
import {VaultDeposits} from "../../contracts/examples/VaultDeposits.sol";
import {ReceivedFill} from "../../contracts/interfaces/IFillRecipient.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {CountedFills} from "../../contracts/local/CountedFills.sol";
import {LocalService} from "../../contracts/local/LocalService.sol";
import {RouterCalls} from "../../contracts/local/RouterCalls.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {
    FillEvidence,
    FillproofTest,
    FillRequest,
    RecordedLog,
    RegisteredEvidence,
    Solver
} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../contracts/types/Config.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {OrderCall} from "../../contracts/types/Order.sol";
import {RegisteredTerms} from "../../contracts/types/RegisteredTerms.sol";
import {Vault} from "./examples/VaultDeposits.t.sol";
import {vm} from "./support/Vm.sol";

/// @notice A token that tells who gets it, as ERC-777 does.
contract TellingToken is ERC20("Telling", "TELL") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (to.code.length != 0 && from != address(0)) Thief(to).told();
    }
}

/// @notice Withdraws again while it is paid, three times in all.
contract Thief {
    FillCredits private immutable _credits;
    uint256 private _calls;

    constructor(FillCredits credits) {
        _credits = credits;
    }

    function told() external {
        if (++_calls < 4) _credits.withdraw();
    }
}

/// What the helpers that others test with say, and what nothing else noticed of examples.
contract OutsiderKitTest is FillproofTest {
    /// LocalService.deposit looks at each receiver that the order's calls pay, not at that of the request alone.
    function test_localService_asksEachReceiverForTheEvidence() public {
        LocalService service = new LocalService();
        SignedOrderReceiver named = service.deployReceiver(address(this), 0.1 ether);
        SignedOrderReceiver paid = service.deployReceiver(address(this), 0.1 ether);
        FillRequest memory request = makeRequest(makeUser("shop"));
        (request.receiver, request.refundTo) = (address(named), makeUser("home"));
        for (uint256 i = 0; i < 2; ++i) {
            (i == 0 ? named : paid).setRecipient(RecipientConfig({recipient: request.recipient, hook: false}));
        }
        Payment memory payment = makeSignedPayment(request);
        bytes32 id = service.quoteCalls(request, RouterCalls.paying(service.router(), payment, address(paid)));
        vm.expectRevert(abi.encodeWithSelector(LocalService.DepositBeforeAuthorization.selector, id));
        service.deposit(id);
    }

    /// FillproofTest.authorizedTerms: what the terms have in common with the call they take from it.
    function test_authorizedTerms_areThoseOfTheCall() public {
        FillRequest memory request = makeRequest(makeUser("shop"));
        Solver memory registrar = makeSolver("registrar");
        RegisteredTermsReceiver receiver = deployRegisteredTermsReceiver(
            makeConfig(request, address(this), 1),
            registrar.addr
        );
        request.receiver = address(receiver);
        Payment memory payment = makePayment(request);
        (payment.minimum, payment.maximum) = (2 ether, 2 ether);
        payment.deadline = request.deadline - 1;
        RegisteredTerms memory terms = authorizedTerms(request, payment);
        RegisteredEvidence memory e = proveRegistered(terms, request, registrar);
        receiver.authorizeFill(e.attestation, e.signature, e.terms, e.termsSignature, e.recipientProof);
        vm.deal(address(this), 2 ether);
        assert(payCall(address(receiver), payment, 2 ether));
    }

    /// It owes the same to others, and has no guard of its own.
    function test_fillCredits_paysAThiefThatCallsAgainOnce() public {
        TellingToken token = new TellingToken();
        FillCredits credits = new FillCredits(address(this), token);
        Thief thief = new Thief(credits);
        token.mint(address(credits), 3 ether);
        ReceivedFill memory received;
        (received.token, received.amount, received.data) = (address(token), 1 ether, abi.encode(thief));
        credits.onFill(received);
        thief.told();
        vm.assertEq(token.balanceOf(address(thief)), 1 ether);
        vm.assertEq(token.balanceOf(address(credits)), 2 ether);
    }

    /// "`left` is what the vault did not take", so `assets` is what it took.
    function test_vaultDeposits_tellsWhatTheVaultTook() public {
        MockToken token = new MockToken("USD Coin", "USDC", 6);
        Vault vault = new Vault(token);
        VaultDeposits deposits = new VaultDeposits(address(this), vault);
        address beneficiary = makeUser("beneficiary");
        vault.keepBack(300);
        token.mint(address(deposits), 1000);
        ReceivedFill memory received;
        (received.token, received.amount) = (address(token), 1000);
        received.data = abi.encode(beneficiary, 1);
        vm.expectEmit(address(deposits));
        emit VaultDeposits.Deposited(0, beneficiary, 700, 700, 300);
        deposits.onFill(received);
    }

    /// Without this event the service's oracle counts nothing, and does not repay the solver.
    function test_standaloneReceiver_reportsNativeFills() public {
        FillRequest memory request = makeRequest(makeUser("shop"));
        StandaloneReceiver receiver = new StandaloneReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.deal(address(this), 2 ether);
        vm.expectEmit(address(receiver));
        emit IFillVerifier.SolverNativeTransfer(request.recipient, 2 ether);
        receiver.fill{value: 2 ether}(e.attestation, e.signature, e.order, e.recipientProof, 2 ether);
    }

    /// The oracle reads the logs of the order's fill contract alone.
    function test_countedFills_countsTheReceiverAlone() public {
        FillRequest memory request = makeRequest(makeUser("shop"));
        request.receiver = makeUser("receiver");
        RecordedLog[] memory logs = new RecordedLog[](2);
        for (uint256 i = 0; i < 2; ++i) {
            logs[i].topics = new bytes32[](1);
            logs[i].topics[0] = IFillVerifier.SolverNativeTransfer.selector;
            logs[i].data = abi.encode(request.recipient, i + 1);
            logs[i].emitter = i == 0 ? request.receiver : makeUser("somebody else");
        }
        vm.assertEq(CountedFills.count(logs, request), 1);
    }

    /// Each payment to the receiver needs its evidence, not the last alone.
    function test_localService_asksForTheEvidenceOfEachPayment() public {
        LocalService service = new LocalService();
        SignedOrderReceiver receiver = service.deployReceiver(address(this), 0.1 ether);
        FillRequest memory request = makeRequest(makeUser("shop"));
        (request.receiver, request.refundTo) = (address(receiver), makeUser("home"));
        receiver.setRecipient(RecipientConfig({recipient: request.recipient, hook: false}));
        request.minimum = 0.5 ether;
        OrderCall[] memory calls = new OrderCall[](2);
        for (uint256 i = 0; i < 2; ++i) {
            request.salt = i;
            Payment memory payment = makeSignedPayment(request);
            calls[i] = RouterCalls.paying(service.router(), payment, address(receiver))[0];
            if (i == 1) service.authorize(service.quote(request, payment));
        }
        request.minimum = 1 ether;
        bytes32 id = service.quoteCalls(request, calls);
        vm.expectRevert(abi.encodeWithSelector(LocalService.DepositBeforeAuthorization.selector, id));
        service.deposit(id);
    }
}
