// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {LibraryHarness} from "../../../contracts/mocks/LibraryHarness.sol";
import {Attestation} from "../../../contracts/types/Attestation.sol";
import {vm} from "../support/Vm.sol";

/// The digest and the recovery, against bytes that are laid out by hand.
contract AttestationsFuzz {
    uint256 private constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    LibraryHarness private harness = new LibraryHarness();

    /// Byte by byte: seven words, their hash, the prefix for 32 bytes, and the hash of that.
    function testFuzz_digest_isThatOfTheBytes(Attestation memory a) public view {
        bytes32[7] memory words = wordsOf(a);
        bytes memory raw = new bytes(224);
        for (uint256 i = 0; i < 224; ++i) raw[i] = words[i / 32][i % 32];
        bytes memory message = bytes.concat(
            hex"19457468657265756d205369676e6564204d6573736167653a0a3332",
            keccak256(raw)
        );
        vm.assertEq(harness.hashAttestation(a), keccak256(raw));
        vm.assertEq(harness.digest(a), keccak256(message));
    }

    /// Both forms recover whoever signed.
    function testFuzz_recover_findsTheSigner(Attestation memory a, uint256 key) public view {
        key = toKey(key);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, harness.digest(a));
        vm.assertEq(harness.recover(a, abi.encodePacked(r, s, v)), vm.addr(key));
        vm.assertEq(harness.recover(a, compact(v, r, s)), vm.addr(key));
    }

    /// The other half of a signature's twins: high s, in each form and with each v.
    function testFuzz_recover_refusesHighS(Attestation memory a, uint256 key, uint8 v) public {
        (uint8 right, bytes32 r, bytes32 s) = vm.sign(toKey(key), harness.digest(a));
        bytes32 high = bytes32(CURVE_ORDER - uint256(s));
        refuses(a, abi.encodePacked(r, high, v));
        refuses(a, abi.encodePacked(r, high, right == 27 ? 28 : 27));
        // In 64 bytes the top bit of s is the parity, so that a high s reads as another signature altogether.
        vm.assertTrue(harness.tryRecover(harness.digest(a), abi.encodePacked(r, high)) != vm.addr(toKey(key)));
    }

    /// No v but 27 and 28, and of these the right one.
    function testFuzz_recover_refusesOtherV(Attestation memory a, uint256 key, uint8 other) public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(toKey(key), harness.digest(a));
        uint8[4] memory all = [v - 27, 28 - v, v + 8, other == 27 || other == 28 ? 29 : other];
        for (uint256 i = 0; i < 4; ++i) refuses(a, abi.encodePacked(r, s, all[i]));
        address signer = harness.tryRecover(harness.digest(a), abi.encodePacked(r, s, v == 27 ? 28 : 27));
        vm.assertTrue(signer != vm.addr(toKey(key)));
    }

    /// No other length, whether bytes are cut off or appended.
    function testFuzz_recover_refusesOtherLengths(Attestation memory a, uint256 key, uint16 size) public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(toKey(key), harness.digest(a));
        uint256 length = size % 200;
        if (length == 64 || length == 65) length += 2;
        bytes memory signature = abi.encodePacked(r, s, v, new bytes(135));
        assembly ("memory-safe") {
            mstore(signature, length)
        }
        refuses(a, signature);
    }

    /// Whatever the bytes are, nobody's name is zero, and both forms of the library agree.
    function testFuzz_recover_revertsWhereTryRecoverFindsNobody(Attestation memory a, bytes memory signature) public {
        if (harness.tryRecover(harness.digest(a), signature) == address(0)) refuses(a, signature);
        else vm.assertEq(harness.recover(a, signature), harness.tryRecover(harness.digest(a), signature));
    }

    /// Every bit of the seven words counts.
    function test_recover_everyBitOfTheAttestationCounts() public view {
        Attestation memory a = sample();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(7, harness.digest(a));
        bytes memory signature = abi.encodePacked(r, s, v);
        for (uint256 bit = 0; bit < 7 * 256; ++bit) {
            bytes memory raw = abi.encode(a);
            raw[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            Attestation memory changed = abi.decode(raw, (Attestation));
            vm.assertTrue(harness.tryRecover(harness.digest(changed), signature) != vm.addr(7));
        }
        vm.assertEq(harness.recover(a, signature), vm.addr(7));
    }

    /// Every bit of the signature counts, in each form.
    function test_recover_everyBitOfTheSignatureCounts() public view {
        bytes32 digest = harness.digest(sample());
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(7, digest);
        bytes[2] memory forms = [abi.encodePacked(r, s, v), compact(v, r, s)];
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 bit = 0; bit < forms[i].length * 8; ++bit) {
                forms[i][bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
                vm.assertTrue(harness.tryRecover(digest, forms[i]) != vm.addr(7));
                forms[i][bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            }
            vm.assertEq(harness.tryRecover(digest, forms[i]), vm.addr(7));
        }
    }

    function refuses(Attestation memory a, bytes memory signature) private {
        bytes32 digest = harness.digest(a);
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.InvalidSignature.selector, digest, signature));
        harness.recover(a, signature);
    }

    function sample() private pure returns (Attestation memory) {
        return Attestation("request", 1, bytes32(uint256(2)), bytes32(uint256(3)), 4, 5, bytes32(uint256(6)));
    }

    function wordsOf(Attestation memory a) private pure returns (bytes32[7] memory) {
        return
            [
                a.requestId,
                bytes32(a.originChainId),
                a.originUser,
                a.originCurrency,
                bytes32(a.originAmount),
                bytes32(a.destinationChainId),
                a.destinationUser
            ];
    }

    function compact(uint8 v, bytes32 r, bytes32 s) private pure returns (bytes memory) {
        return abi.encodePacked(r, v == 28 ? bytes32(uint256(s) + 2 ** 255) : s);
    }

    function toKey(uint256 key) private pure returns (uint256) {
        return (key % (CURVE_ORDER - 1)) + 1;
    }
}
