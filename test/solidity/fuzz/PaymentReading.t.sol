// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {GuardHarness} from "../../../contracts/mocks/GuardHarness.sol";
import {OrderOutputPayment, OrderRefund} from "../../../contracts/types/Order.sol";
import {PaymentOrder} from "../../../contracts/types/PaymentOrder.sol";
import {vm} from "../support/Vm.sol";

/// What the library reads of a payer's order in assembly, held to what plain Solidity reads of the same bytes.
contract PaymentReadingFuzz {
    GuardHarness private immutable _harness = new GuardHarness();

    /// Of any order, the same id and the same names.
    function testFuzz_read_readsWhatPlainSolidityReads(uint256 seed) public view {
        PaymentOrder memory order = makeOrder(seed);
        (bytes32 id, bytes32 origin, bytes32 destination) = _harness.read(order);
        (bytes32 plainId, bytes32 plainOrigin, bytes32 plainDestination) = _harness.readPlainly(order);
        vm.assertEq(id, plainId);
        vm.assertEq(origin, plainOrigin);
        vm.assertEq(destination, plainDestination);
    }

    /// Bytes that are no regular encoding: bits, words and offsets changed. What is hashed as an order is read as it;
    /// anything else reverts, or is another order.
    function testFuzz_read_readsWhatItHashes(uint256 seed) public view {
        bytes memory raw = abi.encode(makeOrder(seed));
        (, bytes memory regular) = read(raw);
        for (uint256 i = 0; i < 12; ++i) {
            seed = word(seed, 1);
            uint256 position = 32 + ((seed >> 8) % (raw.length / 32 - 1)) * 32;
            uint256 old;
            assembly ("memory-safe") {
                old := mload(add(add(raw, 0x20), position))
            }
            store(raw, position, changed(seed, old));
            (bool ok, bytes memory found) = read(raw);
            (bool okPlain, bytes memory plain) = address(_harness).staticcall{gas: 2_000_000}(
                bytes.concat(GuardHarness.readPlainly.selector, raw)
            );
            // Plain Solidity refuses offsets out of bounds, which the library reads as zeros.
            if (ok && okPlain) vm.assertEq(keccak256(found), keccak256(plain));
            if (okPlain) vm.assertTrue(ok);
            // Not even then does it read another name under the id of a regular order.
            if (ok && bytes32(found) == bytes32(regular)) vm.assertEq(keccak256(found), keccak256(regular));
            store(raw, position, old);
        }
    }

    /// A deadline with any upper bit is none, the output's and each refund's.
    function testFuzz_read_revertsOnADirtyDeadline(uint256 seed, uint8 bit) public view {
        // Hashed, since a fuzzer that has seen the mark would put it elsewhere too.
        PaymentOrder memory order = makeOrder(uint256(keccak256(abi.encode(seed))));
        order.input.refunds = new OrderRefund[](1);
        order.input.refunds[0].deadline = order.output.deadline = 0xdeadbeef;
        bytes memory raw = abi.encode(order);
        uint256 found;
        for (uint256 position = 32; position < raw.length; position += 32) {
            uint256 old;
            assembly ("memory-safe") {
                old := mload(add(add(raw, 0x20), position))
            }
            if (old != 0xdeadbeef) continue;
            ++found;
            store(raw, position, old | (1 << (32 + (uint256(bit) % 224))));
            (bool ok, ) = read(raw);
            vm.assertTrue(!ok);
            store(raw, position, old);
        }
        vm.assertEq(found, 2);
    }

    function read(bytes memory raw) private view returns (bool ok, bytes memory found) {
        return address(_harness).staticcall{gas: 2_000_000}(bytes.concat(GuardHarness.read.selector, raw));
    }

    function store(bytes memory raw, uint256 position, uint256 value) private pure {
        assembly ("memory-safe") {
            mstore(add(add(raw, 0x20), position), value)
        }
    }

    // Orders of any content: addresses of 20 bytes more often than not, values of up to 69

    function makeOrder(uint256 seed) private pure returns (PaymentOrder memory order) {
        (order.versionHash, order.solverChainIdHash) = (bytes32(word(seed, 1)), bytes32(word(seed, 2)));
        (order.solver, order.salt, order.feesHash) = (address(uint160(seed)), word(seed, 3), bytes32(word(seed, 4)));

        (order.input.payment.chainId, order.input.payment.currency) = (string(some(seed, 5)), account(seed, 6));
        (order.input.payment.amount, order.input.payment.weight) = (word(seed, 7), word(seed, 8));
        order.input.refunds = new OrderRefund[](word(seed, 9) % 4);
        for (uint256 i = 0; i < order.input.refunds.length; ++i) {
            uint256 own = word(seed, 100 + i);
            OrderRefund memory refund = order.input.refunds[i];
            (refund.chainId, refund.recipient, refund.currency) = (
                string(some(own, 1)),
                account(own, 2),
                account(own, 3)
            );
            (refund.minimumAmount, refund.deadline, refund.extraData) = (word(own, 4), uint32(own), some(own, 5));
        }

        (order.output.chainId, order.output.deadline) = (string(some(seed, 10)), uint32(seed));
        (order.output.callsHash, order.output.extraDataHash) = (bytes32(word(seed, 11)), bytes32(word(seed, 12)));
        order.output.payments = new OrderOutputPayment[](word(seed, 13) % 4);
        for (uint256 i = 0; i < order.output.payments.length; ++i) {
            uint256 own = word(seed, 200 + i);
            OrderOutputPayment memory payment = order.output.payments[i];
            (payment.recipient, payment.currency) = (account(own, 1), account(own, 2));
            (payment.minimumAmount, payment.expectedAmount) = (word(own, 3), word(own, 4));
        }
    }

    /// @dev Another offset or length nearby, one that points to another part, a flipped bit, or anything at all.
    function changed(uint256 seed, uint256 old) private pure returns (uint256) {
        uint256 how = seed % 8;
        unchecked {
            if (how < 2) return old ^ (1 << ((seed >> 8) % 256));
            if (how < 4) return ((seed >> 8) % 60) * 32;
            if (how == 4) return (seed >> 8) % 70;
            if (how == 5) return old + 32;
            if (how == 6) return old - 32 * ((seed >> 8) % 8);
        }
        return seed;
    }

    function account(uint256 seed, uint256 index) private pure returns (bytes memory) {
        uint256 own = word(seed, index);
        return own % 4 == 0 ? some(own, 0) : abi.encodePacked(address(uint160(own)));
    }

    function word(uint256 seed, uint256 index) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, index)));
    }

    function some(uint256 seed, uint256 index) private pure returns (bytes memory value) {
        value = new bytes(word(seed, index) % 70);
        for (uint256 i = 0; i < value.length; ++i) value[i] = bytes1(uint8(word(seed, index + i)));
    }
}
