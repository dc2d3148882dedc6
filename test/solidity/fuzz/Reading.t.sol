// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Orders} from "../../../contracts/libraries/Orders.sol";
import {OrderHashes} from "../../../contracts/testing/OrderHashes.sol";
import {OrderCall, OrderOutput, OrderOutputPayment, OrderProof} from "../../../contracts/types/Order.sol";
import {SignedOrderProof} from "../../../contracts/types/SignedOrder.sol";
import {Terms} from "../../../contracts/types/Terms.sol";
import {vm} from "../support/Vm.sol";

/// What the library reads of an order's output in assembly, held to what plain Solidity reads of the same bytes.
contract ReadingFuzz {
    /// Of any output, the same hash and the same terms, from each kind of proof.
    function testFuzz_readOutput_readsWhatPlainSolidityReads(uint256 seed) public view {
        OrderOutput memory output = makeOutput(seed);
        this.compare(output);
        OrderProof memory proof;
        (proof.solver, proof.salt, proof.feesHash) = (address(uint160(seed)), seed, bytes32(seed));
        proof.output = output;
        (bytes32 solver, Terms memory t) = this.readProof(proof);
        vm.assertEq(solver, bytes32(uint256(uint160(seed))));
        SignedOrderProof memory signed;
        signed.output = output;
        Terms memory again = this.readSignedProof(signed);
        again.id = t.id;
        vm.assertEq(keccak256(abi.encode(again)), keccak256(abi.encode(t)));
    }

    /// Bytes that are no regular encoding: bits, words and offsets changed. What is hashed as an order is read as it;
    /// anything else reverts, or is another order.
    function testFuzz_readOutput_readsWhatItHashes(uint256 seed) public view {
        OrderOutput memory output = makeOutput(seed);
        bytes memory raw = abi.encode(output);
        Terms memory regular = this.readOutput(output);
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 position = ((seed >> 8) % (raw.length / 32)) * 32;
            bytes32 old;
            assembly ("memory-safe") {
                old := mload(add(add(raw, 0x20), position))
            }
            bytes32 next = bytes32(changed(seed, uint256(old)));
            assembly ("memory-safe") {
                mstore(add(add(raw, 0x20), position), next)
            }
            (bool ok, bytes memory found) = address(this).staticcall{gas: 2_000_000}(
                bytes.concat(this.readOutput.selector, raw)
            );
            (bool okPlain, bytes memory plain) = address(this).staticcall{gas: 2_000_000}(
                bytes.concat(this.readPlainly.selector, raw)
            );
            // Plain Solidity refuses offsets out of bounds, which the library reads as zeros.
            if (ok && okPlain) vm.assertEq(keccak256(found), keccak256(plain));
            if (okPlain) vm.assertTrue(ok);
            if (ok) assertNothingElse(abi.decode(found, (Terms)), regular, okPlain);
            assembly ("memory-safe") {
                mstore(add(add(raw, 0x20), position), old)
            }
        }
    }

    /// A deadline with any upper bit is none.
    function testFuzz_readOutput_revertsOnADirtyDeadline(uint256 seed, uint8 bit) public view {
        bytes memory raw = abi.encode(makeOutput(seed));
        // After the output's own offset: the third word.
        uint256 position = 32 + 2 * 32 + (uint256(bit) % 28);
        raw[position] ^= bytes1(uint8(1 << (bit % 8)));
        (bool ok, ) = address(this).staticcall(bytes.concat(this.readOutput.selector, raw));
        vm.assertTrue(!ok);
    }

    /// A call decodes if and only if encoding it again gives the same bytes.
    function testFuzz_tryDecodeCall_isTheInverseOfEncoding(OrderCall memory call, uint256 seed) public view {
        bytes memory blob = this.encodeCall(call);
        (bool ok, OrderCall memory found) = this.tryDecodeCall(blob);
        vm.assertTrue(ok);
        vm.assertEq(keccak256(abi.encode(found)), keccak256(abi.encode(call)));
        for (uint256 i = 0; i < 12; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            bytes memory other = bytes.concat(blob);
            if (i % 4 == 0) other = bytes.concat(blob, new bytes(seed % 65));
            uint256 position = ((seed >> 8) % (blob.length / 32)) * 32;
            bytes32 next;
            assembly ("memory-safe") {
                next := mload(add(add(other, 0x20), position))
            }
            next = bytes32(changed(seed >> 16, uint256(next)));
            if (i % 4 != 0) {
                assembly ("memory-safe") {
                    mstore(add(add(other, 0x20), position), next)
                }
            }
            (ok, found) = this.tryDecodeCall(other);
            try this.decodePlainly(other) returns (OrderCall memory plain) {
                bool canonical = keccak256(this.encodeCall(plain)) == keccak256(other);
                vm.assertTrue(ok == canonical);
                if (ok) vm.assertEq(keccak256(abi.encode(found)), keccak256(abi.encode(plain)));
            } catch {
                vm.assertTrue(!ok);
            }
        }
    }

    /// Not even of what plain Solidity refuses is something else read under the id of a regular output. Of a list with a
    /// length that no list has it is less: then the list itself is read, and refused.
    function assertNothingElse(Terms memory t, Terms memory regular, bool isRegular) private pure {
        if (t.id != regular.id) return;
        if (!isRegular && t.minimum == 0) {
            (t.minimum, t.token, t.recipient) = (regular.minimum, regular.token, regular.recipient);
        }
        if (!isRegular && !t.isDirect) t.isDirect = regular.isDirect;
        vm.assertEq(keccak256(abi.encode(t)), keccak256(abi.encode(regular)));
    }

    // Read by the library, and plainly

    function readProof(OrderProof calldata proof) external view returns (bytes32 solver, Terms memory t) {
        solver = Orders.readProof(proof, t);
    }

    function readSignedProof(SignedOrderProof calldata proof) external view returns (Terms memory t) {
        Orders.readSignedProof(proof, t);
    }

    function readOutput(OrderOutput calldata output) external view returns (Terms memory t) {
        t.id = Orders.readOutput(output, t);
        // Nobody reads an address where there is no one payment with two addresses.
        if (t.minimum == 0) (t.token, t.recipient) = (address(0), address(0));
    }

    function readPlainly(OrderOutput calldata output) external view returns (Terms memory t) {
        t.id = OrderHashes.hashOutput(output);
        t.chainNameHash = keccak256(bytes(output.chainId));
        t.deadline = output.deadline;
        t.isDirect = output.calls.length == 0 && keccak256(output.extraData) == keccak256(abi.encode(address(this)));
        if (output.payments.length != 1) return t;
        OrderOutputPayment calldata payment = output.payments[0];
        if (payment.currency.length != 20 || payment.recipient.length != 20 || payment.minimumAmount == 0) return t;
        t.minimum = payment.minimumAmount;
        t.token = address(bytes20(payment.currency));
        t.recipient = address(bytes20(payment.recipient));
    }

    function compare(OrderOutput calldata output) external view {
        Terms memory t = this.readOutput(output);
        vm.assertEq(keccak256(abi.encode(t)), keccak256(abi.encode(this.readPlainly(output))));
    }

    function encodeCall(OrderCall calldata call) external pure returns (bytes memory) {
        return Orders.encodeCall(call);
    }

    function tryDecodeCall(bytes calldata blob) external pure returns (bool ok, OrderCall memory call) {
        (ok, call.to, call.value, call.data) = Orders.tryDecodeCall(blob);
    }

    function decodePlainly(bytes calldata blob) external pure returns (OrderCall memory call) {
        Orders.DataTuple memory tuple;
        (call.to, tuple, call.value) = abi.decode(blob, (address, Orders.DataTuple, uint256));
        call.data = tuple.data;
    }

    // Outputs of any content: addresses of 20 bytes more often than not, values of up to 69

    function makeOutput(uint256 seed) private view returns (OrderOutput memory output) {
        (output.chainId, output.deadline) = (string(some(seed, 1)), uint32(seed));
        uint256 extra = word(seed, 2) % 4;
        if (extra < 2) output.extraData = abi.encode(extra == 0 ? uint256(uint160(address(this))) : word(seed, 3));
        else output.extraData = some(seed, 4);
        output.payments = new OrderOutputPayment[](word(seed, 5) % 2 == 0 ? 1 : word(seed, 6) % 4);
        for (uint256 i = 0; i < output.payments.length; ++i) {
            uint256 own = word(seed, 100 + i);
            OrderOutputPayment memory payment = output.payments[i];
            payment.recipient = word(own, 1) % 4 == 0 ? some(own, 2) : abi.encodePacked(address(uint160(own)));
            payment.currency = word(own, 3) % 4 == 0 ? some(own, 4) : abi.encodePacked(address(uint160(own >> 96)));
            payment.minimumAmount = word(own, 5) % 8 == 0 ? 0 : word(own, 6);
            payment.expectedAmount = word(own, 7);
        }
        output.calls = new bytes[](word(seed, 8) % 4);
        for (uint256 i = 0; i < output.calls.length; ++i) output.calls[i] = some(seed, 200 + i);
    }

    /// @dev Another offset or length nearby, one that points to another part, a flipped bit, or anything at all.
    function changed(uint256 seed, uint256 old) private pure returns (uint256) {
        uint256 how = seed % 8;
        unchecked {
            if (how < 2) return old ^ (1 << ((seed >> 8) % 256));
            if (how < 4) return ((seed >> 8) % 40) * 32;
            if (how == 4) return (seed >> 8) % 70;
            if (how == 5) return old + 32;
            if (how == 6) return old - 32 * ((seed >> 8) % 8);
        }
        return seed;
    }

    function word(uint256 seed, uint256 index) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, index)));
    }

    function some(uint256 seed, uint256 index) private pure returns (bytes memory value) {
        value = new bytes(word(seed, index) % 70);
        for (uint256 i = 0; i < value.length; ++i) value[i] = bytes1(uint8(word(seed, index + i)));
    }
}
