// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillEvidence, FillproofTest, FillRequest} from "fillproof/contracts/testing/FillproofTest.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {NativeOnlyReceiver} from "./NativeOnlyReceiver.sol";

interface Vm {
    function deal(address account, uint256 balance) external;

    function expectRevert(bytes calldata data) external;
}

contract NativeOnlyReceiverTest is FillproofTest {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address internal recipient = makeUser("recipient");
    FillRequest internal request;
    NativeOnlyReceiver internal receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = NativeOnlyReceiver(
            deployProxy(address(new NativeOnlyReceiver()), makeConfig(request, address(this), 1))
        );
        request.receiver = address(receiver);
        vm.deal(address(this), type(uint256).max);
    }

    function testFuzz_fill_deliversExactly(uint64 minimum, uint64 surplus) public {
        request.minimum = uint256(minimum) + 1;
        uint256 amount = request.minimum + surplus;
        FillEvidence memory e = prove(directOrder(request), request);
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
        require(recipient.balance == amount, "not delivered");
    }

    function test_fill_revertsForTokens() public {
        request.token = address(this);
        receiver.setToken(request.token, 1, type(uint128).max);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(abi.encodeWithSelector(NativeOnlyReceiver.TokenNotTaken.selector, address(this)));
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, request.minimum);
    }

    function test_payAuthorized_paysOnceAuthorized() public {
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
        receiver.payAuthorized{value: payment.minimum}(payment);
        require(receiver.isCallPaid(receiver.hashPayment(payment)), "not paid");
    }

    function test_replaceSolver_signsForADeployedReceiver() public {
        request.solver = replaceSolver(address(receiver), request.solver.addr, address(this));
        test_payAuthorized_paysOnceAuthorized();
    }
}
