// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedDeposits} from "../../../contracts/examples/AttestedDeposits.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {Order} from "../../../contracts/types/Order.sol";
import {vm} from "../support/Vm.sol";

/// @notice Do not do this: every call sees the value of the whole.
contract MulticallDeposits is AttestedDeposits {
    function multicall(bytes[] calldata calls) external payable {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, ) = address(this).delegatecall(calls[i]);
            assert(ok);
        }
    }
}

contract AttestedDepositsTest is FillproofTest {
    address internal merchant = makeUser("merchant");
    FillRequest internal request;
    AttestedDeposits internal deposits;

    function setUp() public {
        request = makeRequest(merchant);
        deposits = AttestedDeposits(
            deployProxy(address(new AttestedDeposits()), makeConfig(request, address(this), 1))
        );
        request.receiver = address(deposits);
        vm.deal(address(this), type(uint256).max);
    }

    function deposit(Order memory order, uint256 amount) internal {
        FillEvidence memory e = prove(order, request);
        deposits.deposit{value: amount}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function testFuzz_deposit_creditsMerchant(uint96 first, uint96 second) public {
        request.minimum = 1;
        request.salt = 1;
        deposit(directOrder(request), uint256(first) + 1);
        request.salt = 2;
        deposit(directOrder(request), uint256(second) + 1);

        uint256 total = uint256(first) + second + 2;
        vm.assertEq(deposits.balanceOf(merchant), total);
        vm.assertEq(address(deposits).balance, total);

        vm.prank(merchant);
        deposits.withdraw();
        vm.assertEq(merchant.balance, total);
        vm.assertEq(deposits.balanceOf(merchant), 0);
        vm.assertEq(address(deposits).balance, 0);
    }

    /// Why `FillVerifier` warns of a payable multicall: one payment is credited three times, and the last merchant to
    /// withdraw gets nothing. The lock is no help, since the calls do not nest.
    function test_multicall_creditsOneValueThreeTimes() public {
        MulticallDeposits careless = MulticallDeposits(
            deployProxy(address(new MulticallDeposits()), makeConfig(request, address(this), 1))
        );
        request.receiver = address(careless);
        bytes[] memory calls = new bytes[](3);
        for (uint256 i = 0; i < calls.length; ++i) {
            request.salt = i + 1;
            FillEvidence memory e = prove(directOrder(request), request);
            calls[i] = abi.encodeCall(careless.deposit, (e.attestation, e.signature, e.order, e.recipientProof));
        }
        careless.multicall{value: request.minimum}(calls);
        vm.assertEq(careless.balanceOf(merchant), 3 * request.minimum);
        vm.assertEq(address(careless).balance, request.minimum);
    }

    function test_deposit_emitsEvents() public {
        Order memory order = directOrder(request);
        FillEvidence memory e = prove(order, request);
        vm.expectEmit(address(deposits));
        // Without it the service would not repay the solver.
        emit IFillVerifier.SolverNativeTransfer(merchant, request.minimum);
        vm.expectEmit(address(deposits));
        emit IFillVerifier.FillAccepted(
            e.attestation.requestId,
            merchant,
            request.solver.addr,
            address(this),
            address(0),
            request.minimum
        );
        deposits.deposit{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof);
        vm.assertTrue(deposits.isPaid(e.attestation.requestId));
    }

    function testFuzz_deposit_revertsWhenRepeated(uint64 surplus, uint64 again) public {
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 least = request.minimum;
        deposits.deposit{value: least + surplus}(e.attestation, e.signature, e.order, e.recipientProof);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestAlreadyPaid.selector, e.attestation.requestId));
        deposits.deposit{value: least + again}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function testFuzz_deposit_revertsForUnlistedMerchant(address other) public {
        if (uint160(other) < 1024 || other == merchant || deposits.isReserved(other)) return;
        request.recipient = other;
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.RecipientNotAllowed.selector, other));
        deposits.deposit{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    /// A token's order never takes native currency, nor passes without any, even if the token is on the list.
    function testFuzz_deposit_revertsForToken(uint128 amount) public {
        request.token = makeUser("token");
        deposits.setToken(request.token, 1, type(uint128).max);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(
            amount == 0
                ? abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, 0, request.minimum)
                : abi.encodeWithSelector(ISolverPolicy.UnexpectedValue.selector, amount, 0)
        );
        deposits.deposit{value: amount}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    /// The list of tokens bounds what comes in native currency too.
    function testFuzz_deposit_revertsOutOfRange(uint96 amount, bool removed) public {
        request.minimum = 1;
        if (removed) deposits.setToken(address(0), 0, 0);
        else deposits.setToken(address(0), uint128(amount) + 2, uint128(amount) + 3);
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 brought = uint256(amount) + 1;
        bytes memory failure = abi.encodeWithSelector(IFillVerifier.TokenNotAccepted.selector, address(0));
        if (!removed) {
            failure = abi.encodeWithSelector(
                IFillVerifier.TokenAmountOutOfRange.selector,
                address(0),
                brought,
                brought + 1,
                brought + 2
            );
        }
        vm.expectRevert(failure);
        deposits.deposit{value: brought}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function testFuzz_deposit_revertsForCalls(address to, uint96 value, bytes memory data, bool two) public {
        Order memory order = directOrder(request);
        order.output.calls = new bytes[](two ? 2 : 1);
        for (uint256 i = 0; i < order.output.calls.length; ++i) order.output.calls[i] = orderCall(to, value, data);
        FillEvidence memory e = prove(order, request);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.CallsNotSupported.selector, two ? 2 : 1));
        deposits.deposit{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function testFuzz_deposit_revertsForOrderOfAnotherContract(address other) public {
        if (other == address(deposits)) return;
        request.receiver = other;
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(
            abi.encodeWithSelector(IFillVerifier.WrongFillContract.selector, abi.encode(other), 0, address(deposits))
        );
        deposits.deposit{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof);
    }

    function testFuzz_withdraw_worksWhilePaused(uint64 surplus) public {
        deposit(directOrder(request), request.minimum + surplus);
        deposits.pause();
        vm.prank(merchant);
        deposits.withdraw();
        vm.assertEq(merchant.balance, request.minimum + surplus);
    }

    function testFuzz_withdraw_givesStrangersNothing(uint160 draw) public {
        // Strangers without code, which could refuse even nothing.
        address stranger = address(uint160(uint256(keccak256(abi.encode("stranger", draw)))));
        deposit(directOrder(request), request.minimum);
        vm.prank(stranger);
        deposits.withdraw();
        vm.assertEq(stranger.balance, 0);
        vm.assertEq(deposits.balanceOf(merchant), request.minimum);
    }
}
