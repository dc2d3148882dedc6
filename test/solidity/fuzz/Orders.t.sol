// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibraryHarness} from "../../../contracts/mocks/LibraryHarness.sol";
import {FillproofTest} from "../../../contracts/testing/FillproofTest.sol";
import {
    Order,
    OrderCall,
    OrderFee,
    OrderInput,
    OrderOutput,
    OrderOutputPayment,
    OrderProof,
    OrderRefund
} from "../../../contracts/types/Order.sol";
import {vm} from "../support/Vm.sol";

/// The order id, its proof and the order's calls, against a twin that shares nothing with the library.
contract OrdersFuzz is FillproofTest {
    LibraryHarness private harness = new LibraryHarness();

    string private constant INPUT_PAYMENT = "InputPayment(string chainId,bytes currency,uint256 amount,uint256 weight)";
    string private constant INPUT_REFUND =
        "InputRefund(string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData)";
    string private constant INPUT = "Input(InputPayment payment,InputRefund[] refunds)";
    string private constant OUTPUT =
        "Output(string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData)";
    string private constant OUTPUT_PAYMENT =
        "OutputPayment(bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount)";
    string private constant FEE =
        "Fee(string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount)";
    string private constant ORDER =
        "Order(string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees)";

    /// Orders of any content hash as the twin says, whole and from their proofs.
    function testFuzz_hash_isThatOfTheBytes(uint256 seed) public view {
        Order memory order = makeOrder(seed);
        bytes32 id = twin(order);
        vm.assertEq(hashOrder(order), id);
        vm.assertEq(hashProof(proveOutput(order)), id);
    }

    /// The twin knows the public service's own order type.
    function test_twin_hasTheKnownTypeHash() public view {
        vm.assertEq(orderType(), 0xee05e73da8f2fce11d34a78a39998b4dd8a56c6298aa9ad2870c3f9a2821dc8e);
        vm.assertEq(harness.orderTypeHash(), orderType());
    }

    /// A proof with one bit changed, in any of its words and bytes, is the proof of another order.
    function testFuzz_hash_everyBitOfTheProofCounts(uint256 seed) public view {
        OrderProof memory proof = proveOutput(makeOrder(seed));
        bytes32 id = hashProof(proof);
        bytes memory raw = abi.encode(proof);
        for (uint256 i = 0; i < 16; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 position = seed % raw.length;
            bytes1 flip = bytes1(uint8(1 << ((seed >> 128) % 8)));
            raw[position] ^= flip;
            try this.decodeProof(raw) returns (OrderProof memory changed) {
                // Not in the proof: what lies between its values, and offsets to the same bytes.
                bool same = keccak256(abi.encode(changed)) == keccak256(abi.encode(proof));
                vm.assertTrue((hashProof(changed) == id) == same);
            } catch {}
            raw[position] ^= flip;
        }
    }

    /// An element moved from one list or value to the next makes another order.
    function testFuzz_hash_listsDoNotRunIntoEachOther(uint256 seed, bytes memory a, bytes memory b) public view {
        Order memory order = makeOrder(seed);
        order.output.calls = new bytes[](2);
        (order.output.calls[0], order.output.calls[1]) = (a, b);
        bytes32 id = hashOrder(order);
        order.output.calls = new bytes[](1);
        order.output.calls[0] = bytes.concat(a, b);
        vm.assertTrue(hashOrder(order) != id);
    }

    /// A call comes back as it was encoded, and the encoding is the one of the ABI.
    function testFuzz_call_comesBack(address to, uint256 value, bytes memory data) public view {
        bytes memory blob = harness.encodeCall(OrderCall({to: to, data: data, value: value}));
        bytes memory padding = new bytes((32 - (data.length % 32)) % 32);
        bytes memory byHand = bytes.concat(toWord(to), bytes32(uint256(0x60)), bytes32(value), bytes32(uint256(0x20)));
        byHand = bytes.concat(byHand, bytes32(data.length), data, padding);
        vm.assertEq(keccak256(blob), keccak256(byHand));
        (bool ok, OrderCall memory call) = harness.tryDecodeCall(blob);
        vm.assertTrue(ok && call.to == to && call.value == value && keccak256(call.data) == keccak256(data));
    }

    /// A changed bit makes another call or none: no call has two encodings.
    function testFuzz_call_hasOneEncoding(address to, uint256 value, bytes memory data, uint256 seed) public view {
        bytes memory blob = harness.encodeCall(OrderCall({to: to, data: data, value: value}));
        blob[seed % blob.length] ^= bytes1(uint8(1 << ((seed >> 128) % 8)));
        canonical(blob);
        canonical(bytes.concat(blob, new bytes(1 + (seed % 64))));
        // The address alone: its upper bytes must be zero.
        blob = harness.encodeCall(OrderCall({to: to, data: data, value: value}));
        blob[seed % 12] ^= bytes1(uint8(1 << ((seed >> 128) % 8)));
        (bool ok, ) = harness.tryDecodeCall(blob);
        vm.assertTrue(!ok);
    }

    /// Any bytes at all: those that decode are the encoding of what they decode to.
    function testFuzz_call_decodesCanonicalBytesOnly(bytes memory blob) public view {
        canonical(blob);
        canonical(bytes.concat(new bytes(160), blob));
    }

    function decodeProof(bytes calldata raw) external pure returns (OrderProof memory) {
        return abi.decode(raw, (OrderProof));
    }

    function canonical(bytes memory blob) private view {
        (bool ok, OrderCall memory call) = harness.tryDecodeCall(blob);
        if (ok) vm.assertEq(keccak256(blob), keccak256(harness.encodeCall(call)));
    }

    function hashProof(OrderProof memory proof) private view returns (bytes32) {
        OrderProof[] memory proofs = new OrderProof[](1);
        proofs[0] = proof;
        return harness.hashProofs(proofs)[0];
    }

    // Orders of any content: lists of up to three, values of up to 69 bytes

    function makeOrder(uint256 seed) private pure returns (Order memory order) {
        order.version = string(some(seed, 1));
        order.solverChainId = string(some(seed, 2));
        order.solver = address(uint160(word(seed, 3)));
        order.salt = word(seed, 4);
        order.inputs = new OrderInput[](word(seed, 5) % 4);
        for (uint256 i = 0; i < order.inputs.length; ++i) order.inputs[i] = makeInput(word(seed, 100 + i));
        order.output = makeOutput(word(seed, 6));
        order.fees = new OrderFee[](word(seed, 7) % 4);
        for (uint256 i = 0; i < order.fees.length; ++i) {
            uint256 own = word(seed, 200 + i);
            (order.fees[i].recipientChainId, order.fees[i].recipient) = (string(some(own, 1)), some(own, 2));
            (order.fees[i].currencyChainId, order.fees[i].currency) = (string(some(own, 3)), some(own, 4));
            order.fees[i].amount = word(own, 5);
        }
    }

    function makeInput(uint256 seed) private pure returns (OrderInput memory input) {
        (input.payment.chainId, input.payment.currency) = (string(some(seed, 1)), some(seed, 2));
        (input.payment.amount, input.payment.weight) = (word(seed, 3), word(seed, 4));
        input.refunds = new OrderRefund[](word(seed, 5) % 4);
        for (uint256 i = 0; i < input.refunds.length; ++i) {
            uint256 own = word(seed, 100 + i);
            OrderRefund memory refund = input.refunds[i];
            (refund.chainId, refund.recipient, refund.currency) = (string(some(own, 1)), some(own, 2), some(own, 3));
            (refund.minimumAmount, refund.deadline) = (word(own, 4), uint32(word(own, 5)));
            refund.extraData = some(own, 6);
        }
    }

    function makeOutput(uint256 seed) private pure returns (OrderOutput memory output) {
        (output.chainId, output.deadline, output.extraData) = (string(some(seed, 1)), uint32(seed), some(seed, 2));
        output.payments = new OrderOutputPayment[](word(seed, 3) % 4);
        for (uint256 i = 0; i < output.payments.length; ++i) {
            uint256 own = word(seed, 100 + i);
            OrderOutputPayment memory payment = output.payments[i];
            (payment.recipient, payment.currency) = (some(own, 1), some(own, 2));
            (payment.minimumAmount, payment.expectedAmount) = (word(own, 3), word(own, 4));
        }
        output.calls = new bytes[](word(seed, 4) % 4);
        for (uint256 i = 0; i < output.calls.length; ++i) output.calls[i] = some(seed, 200 + i);
    }

    function word(uint256 seed, uint256 index) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, index)));
    }

    function some(uint256 seed, uint256 index) private pure returns (bytes memory value) {
        value = new bytes(word(seed, index) % 70);
        for (uint256 i = 0; i < value.length; ++i) value[i] = bytes1(uint8(word(seed, index + i)));
    }

    // The twin: bytes are put one after the other, and types are put together from their parts

    function twin(Order memory o) private pure returns (bytes32) {
        bytes memory raw = bytes.concat(orderType(), keccak256(bytes(o.version)), keccak256(bytes(o.solverChainId)));
        raw = bytes.concat(raw, new bytes(12), bytes20(o.solver), bytes32(o.salt));
        bytes memory inputs;
        for (uint256 i = 0; i < o.inputs.length; ++i) inputs = bytes.concat(inputs, twinInput(o.inputs[i]));
        bytes memory fees;
        for (uint256 i = 0; i < o.fees.length; ++i) fees = bytes.concat(fees, twinFee(o.fees[i]));
        return keccak256(bytes.concat(raw, keccak256(inputs), twinOutput(o.output), keccak256(fees)));
    }

    function orderType() private pure returns (bytes32) {
        string memory inputTypes = string.concat(INPUT, INPUT_PAYMENT, INPUT_REFUND);
        return keccak256(bytes(string.concat(ORDER, FEE, inputTypes, OUTPUT, OUTPUT_PAYMENT)));
    }

    function twinInput(OrderInput memory input) private pure returns (bytes32) {
        bytes memory payment = bytes.concat(
            keccak256(bytes(INPUT_PAYMENT)),
            keccak256(bytes(input.payment.chainId)),
            keccak256(input.payment.currency),
            bytes32(input.payment.amount),
            bytes32(input.payment.weight)
        );
        bytes memory refunds;
        for (uint256 i = 0; i < input.refunds.length; ++i) {
            refunds = bytes.concat(refunds, twinRefund(input.refunds[i]));
        }
        bytes32 inputType = keccak256(bytes(string.concat(INPUT, INPUT_PAYMENT, INPUT_REFUND)));
        return keccak256(bytes.concat(inputType, keccak256(payment), keccak256(refunds)));
    }

    function twinRefund(OrderRefund memory refund) private pure returns (bytes32) {
        bytes memory raw = bytes.concat(keccak256(bytes(INPUT_REFUND)), keccak256(bytes(refund.chainId)));
        raw = bytes.concat(raw, keccak256(refund.recipient), keccak256(refund.currency));
        raw = bytes.concat(raw, bytes32(refund.minimumAmount), bytes32(uint256(refund.deadline)));
        return keccak256(bytes.concat(raw, keccak256(refund.extraData)));
    }

    function twinOutput(OrderOutput memory output) private pure returns (bytes32) {
        bytes memory payments;
        for (uint256 i = 0; i < output.payments.length; ++i) {
            OrderOutputPayment memory p = output.payments[i];
            bytes memory one = bytes.concat(keccak256(bytes(OUTPUT_PAYMENT)), keccak256(p.recipient));
            one = bytes.concat(one, keccak256(p.currency), bytes32(p.minimumAmount), bytes32(p.expectedAmount));
            payments = bytes.concat(payments, keccak256(one));
        }
        bytes memory calls;
        for (uint256 i = 0; i < output.calls.length; ++i) calls = bytes.concat(calls, keccak256(output.calls[i]));
        bytes32 outputType = keccak256(bytes(string.concat(OUTPUT, OUTPUT_PAYMENT)));
        bytes memory raw = bytes.concat(outputType, keccak256(bytes(output.chainId)), keccak256(payments));
        raw = bytes.concat(raw, bytes32(uint256(output.deadline)), keccak256(calls), keccak256(output.extraData));
        return keccak256(raw);
    }

    function twinFee(OrderFee memory fee) private pure returns (bytes32) {
        bytes memory raw = bytes.concat(keccak256(bytes(FEE)), keccak256(bytes(fee.recipientChainId)));
        raw = bytes.concat(raw, keccak256(fee.recipient), keccak256(bytes(fee.currencyChainId)));
        return keccak256(bytes.concat(raw, keccak256(fee.currency), bytes32(fee.amount)));
    }
}
