// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {LibraryHarness} from "../../../contracts/mocks/LibraryHarness.sol";
import {FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

/// What identifies a call of `payAuthorized`, in an order and when it is made.
contract PaymentsFuzz is FillproofTest {
    LibraryHarness private harness = new LibraryHarness();
    AttestedOrderReceiver private receiver;
    AttestedOrderReceiver private other;

    function setUp() public {
        FillRequest memory request = makeRequest(address(1));
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        other = deployReceiver(makeConfig(request, address(this), 1));
    }

    /// Byte by byte: chain, receiver, selector, and the payment's words with its data.
    function testFuzz_hash_isThatOfTheBytes(Payment memory p, uint64 chainId) public {
        vm.chainId(chainId);
        bytes memory raw = bytes.concat(
            bytes32(uint256(chainId)),
            toWord(address(receiver)),
            IFillSettlement.payAuthorized.selector,
            new bytes(28),
            bytes32(uint256(0x80)),
            bytesOf(p)
        );
        vm.assertEq(receiver.hashPayment(p), keccak256(raw));
    }

    /// Another chain, another receiver: another call.
    function testFuzz_hash_namesChainAndReceiver(Payment memory p, uint64 chainId) public {
        bytes32 here = receiver.hashPayment(p);
        vm.assertTrue(other.hashPayment(p) != here);
        vm.chainId(chainId == block.chainid ? uint256(chainId) + 1 : chainId);
        vm.assertTrue(receiver.hashPayment(p) != here);
    }

    /// The call decodes to what it was made of, whatever services append.
    function testFuzz_tryDecode_comesBack(Payment memory p, bytes memory suffix) public view {
        bytes memory made = payAuthorizedCall(p);
        (bool ok, Payment memory found) = harness.tryDecodePayment(bytes.concat(made, suffix));
        vm.assertTrue(ok);
        vm.assertEq(keccak256(abi.encode(found)), keccak256(abi.encode(p)));
    }

    /// What decodes is what the receiver would decode when the call is made: both take it for the same payment, or
    /// neither takes it at all.
    function testFuzz_tryDecode_agreesWithTheCall(Payment memory p, uint256 seed) public view {
        bytes memory made = payAuthorizedCall(p);
        made[seed % made.length] ^= bytes1(uint8(1 << ((seed >> 128) % 8)));
        if (bytes4(made) != IFillSettlement.payAuthorized.selector) {
            (bool any, ) = harness.tryDecodePayment(made);
            vm.assertTrue(!any);
            return;
        }
        (bool ok, Payment memory found) = harness.tryDecodePayment(made);
        bytes memory ask = made;
        bytes4 selector = IFillSettlement.hashPayment.selector;
        for (uint256 i = 0; i < 4; ++i) ask[i] = selector[i];
        (bool taken, bytes memory answer) = address(receiver).staticcall(ask);
        if (ok) vm.assertTrue(taken && abi.decode(answer, (bytes32)) == receiver.hashPayment(found));
    }

    /// Dirty upper bytes of an address or of the deadline are refused, not cut off.
    function testFuzz_tryDecode_refusesDirtyBytes(Payment memory p, uint256 dirt) public view {
        uint256[4] memory words = [uint256(3), 6, 7, 8];
        uint256[4] memory bits = [uint256(160), 160, 160, 48];
        for (uint256 i = 0; i < 4; ++i) {
            bytes memory made = payAuthorizedCall(p);
            uint256 upper = (dirt % (1 << (256 - bits[i]))) << bits[i];
            if (upper == 0) upper = 1 << bits[i];
            uint256 offset = 4 + 32 + 32 + words[i] * 32;
            assembly ("memory-safe") {
                let at := add(made, offset)
                mstore(at, or(mload(at), upper))
            }
            (bool ok, ) = harness.tryDecodePayment(made);
            vm.assertTrue(!ok);
            (bool taken, ) = address(receiver).staticcall(
                bytes.concat(IFillSettlement.hashPayment.selector, cut(made))
            );
            vm.assertTrue(!taken);
        }
    }

    /// A call that ends too soon is none.
    function testFuzz_tryDecode_refusesShortCalls(Payment memory p, uint256 length) public view {
        bytes memory made = payAuthorizedCall(p);
        uint256 needed = 4 + 13 * 32 + p.data.length;
        length %= needed;
        assembly ("memory-safe") {
            mstore(made, length)
        }
        (bool ok, ) = harness.tryDecodePayment(made);
        vm.assertTrue(!ok);
    }

    function cut(bytes memory made) private pure returns (bytes memory arguments) {
        arguments = new bytes(made.length - 4);
        for (uint256 i = 0; i < arguments.length; ++i) arguments[i] = made[i + 4];
    }

    function bytesOf(Payment memory p) private pure returns (bytes memory raw) {
        raw = bytes.concat(bytes32(p.originChainId), p.originUser, p.originCurrency, toWord(p.token));
        raw = bytes.concat(raw, bytes32(p.minimum), bytes32(p.maximum), toWord(p.recipient), toWord(p.refundTo));
        raw = bytes.concat(raw, bytes32(uint256(p.deadline)), p.salt, bytes32(uint256(0x160)));
        return bytes.concat(raw, bytes32(p.data.length), p.data, new bytes((32 - (p.data.length % 32)) % 32));
    }
}
