// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SolverAttestation} from "../../contracts/libraries/SolverAttestation.sol";
import {OpenZeppelinAttestation} from "../../contracts/mocks/bench/OpenZeppelinAttestation.sol";
import {VM_FILLPROOF} from "../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../contracts/types/Attestation.sol";
import {vm} from "./support/Vm.sol";

/// The library's assembly, held to the same rules written in Solidity over OpenZeppelin's libraries.
contract SolverAttestationTest {
    uint256 internal constant ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function digests(Attestation calldata a) external pure returns (bytes32 found, bytes32 hash, bytes32 plain) {
        return (SolverAttestation.digest(a), SolverAttestation.hash(a), OpenZeppelinAttestation.digest(a));
    }

    function signers(
        bytes32 signed,
        bytes calldata signature
    ) external view returns (address found, address plain, address again) {
        // Memory in use, and what is allocated next, must survive; scratch space is as others left it.
        bytes memory before = signature;
        assembly ("memory-safe") {
            mstore(0x00, not(0))
            mstore(0x20, not(0))
        }
        found = SolverAttestation.tryRecover(signed, signature);
        bytes memory afterwards = signature;
        vm.assertEq(keccak256(before), keccak256(signature));
        vm.assertEq(keccak256(afterwards), keccak256(signature));
        plain = OpenZeppelinAttestation.tryRecover(signed, signature);
        again = SolverAttestation.tryRecover(signed, signature);
    }

    function agree(bytes32 signed, bytes memory signature) internal view returns (address) {
        (address found, address plain, address again) = this.signers(signed, signature);
        vm.assertEq(found, plain);
        vm.assertEq(again, plain);
        return found;
    }

    function testFuzz_digest_isThePlainOne(Attestation calldata a) public view {
        (bytes32 found, bytes32 hash, bytes32 plain) = this.digests(a);
        vm.assertEq(found, plain);
        vm.assertEq(hash, keccak256(abi.encode(a)));
    }

    function testFuzz_tryRecover_findsTheSigner(uint256 key, bytes32 signed) public view {
        key = 1 + (key % (ORDER - 1));
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, signed);
        bytes memory compact = abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255));
        vm.assertEq(agree(signed, abi.encodePacked(r, s, v)), VM_FILLPROOF.addr(key));
        vm.assertEq(agree(signed, compact), VM_FILLPROOF.addr(key));
    }

    function testFuzz_tryRecover_refusesWhatThePlainOneRefuses(uint256 key, bytes32 signed, uint8 otherV) public view {
        key = 1 + (key % (ORDER - 1));
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, signed);
        bytes32 high = bytes32(ORDER - uint256(s));
        vm.assertEq(agree(signed, abi.encodePacked(r, high, v == 27 ? uint8(28) : uint8(27))), address(0));
        vm.assertEq(agree(signed, abi.encodePacked(r, high, v)), address(0));
        address found = agree(signed, abi.encodePacked(r, s, otherV));
        if (otherV != 27 && otherV != 28) vm.assertEq(found, address(0));
        vm.assertEq(agree(signed, abi.encodePacked(bytes32(0), s, v)), address(0));
        vm.assertEq(agree(signed, abi.encodePacked(r, bytes32(0), v)), address(0));
    }

    function testFuzz_tryRecover_takesTwoLengths(uint256 key, bytes32 signed, bytes calldata more) public view {
        key = 1 + (key % (ORDER - 1));
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, signed);
        bytes memory longer = abi.encodePacked(r, s, v, more);
        if (more.length != 0) vm.assertEq(agree(signed, longer), address(0));
        // What is shorter, with the genuine bytes right behind it in calldata.
        vm.assertEq(this.recoverPart(signed, longer, 63), address(0));
        vm.assertEq(this.recoverPart(signed, longer, 0), address(0));
        vm.assertEq(this.recoverPart(signed, longer, 65), VM_FILLPROOF.addr(key));
    }

    function recoverPart(bytes32 signed, bytes calldata signature, uint256 length) external view returns (address) {
        return SolverAttestation.tryRecover(signed, signature[:length]);
    }

    function testFuzz_tryRecover_agreesOnAnything(bytes32 signed, bytes32 r, bytes32 s, uint8 v) public view {
        agree(signed, abi.encodePacked(r, s, v));
        agree(signed, abi.encodePacked(r, s));
        agree(signed, abi.encodePacked(r, uint256(s) >> 1, uint8(27 + (v & 1))));
    }

    /// The largest s that is not malleable, and the next.
    function test_tryRecover_atHalfTheOrder() public view {
        bytes32 signed = keccak256("signed");
        bytes32 r = bytes32(uint256(1));
        address found = agree(signed, abi.encodePacked(r, bytes32(ORDER / 2), uint8(27)));
        vm.assertTrue(found != address(0));
        vm.assertEq(agree(signed, abi.encodePacked(r, bytes32(ORDER / 2 + 1), uint8(27))), address(0));
        vm.assertEq(agree(signed, abi.encodePacked(r, bytes32(ORDER / 2))), found);
        vm.assertEq(agree(signed, abi.encodePacked(r, bytes32(ORDER / 2 + 1))), address(0));
    }
}
