// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {OpenZeppelinAttestation} from "fillproof/contracts/mocks/bench/OpenZeppelinAttestation.sol";
import {SolverAttestation} from "fillproof/contracts/libraries/SolverAttestation.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {vm} from "../common/Vm.sol";

/// The shipped library next to OpenZeppelin's, with the precompile as an unknown function of its four words.
contract SignatureForms {
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    function tryRecover(bytes32 signed, bytes calldata signature) external view returns (address) {
        return SolverAttestation.tryRecover(signed, signature);
    }

    function recover(Attestation calldata a, bytes calldata signature) external view returns (address) {
        return SolverAttestation.recover(a, signature);
    }

    function plainTryRecover(bytes32 signed, bytes calldata signature) external pure returns (address) {
        return OpenZeppelinAttestation.tryRecover(signed, signature);
    }

    function digests(Attestation calldata a) external pure returns (bytes32, bytes32) {
        return (SolverAttestation.hash(a), SolverAttestation.digest(a));
    }

    /// Assumed of the precompile: it recovers nobody from a v other than 27 and 28.
    function assumePrecompile(bytes32 signed, uint8 v, uint256 r, uint256 s) private pure {
        if (v != 27 && v != 28) vm.assume(ecrecover(signed, v, bytes32(r), bytes32(s)) == address(0));
        vm.assume(ecrecover(signed, 0, bytes32(r), bytes32(s)) == address(0));
    }

    function check_tryRecover_ofSixtyFiveBytes(bytes32 signed, uint256 r, uint256 s, uint8 v) external view {
        assumePrecompile(signed, v, r, s);
        address found = this.tryRecover(signed, abi.encodePacked(r, s, v));
        bool valid = s <= HALF_ORDER && (v == 27 || v == 28);
        assert(found == (valid ? ecrecover(signed, v, bytes32(r), bytes32(s)) : address(0)));
    }

    function check_tryRecover_ofSixtyFourBytes(bytes32 signed, uint256 r, uint256 vs) external view {
        uint256 s = vs & (type(uint256).max >> 1);
        uint8 v = uint8(27 + (vs >> 255));
        assumePrecompile(signed, v, r, s);
        address found = this.tryRecover(signed, abi.encodePacked(r, vs));
        assert(found == (s <= HALF_ORDER ? ecrecover(signed, v, bytes32(r), bytes32(s)) : address(0)));
        assert(found == this.tryRecover(signed, abi.encodePacked(r, s, v)));
    }

    function check_tryRecover_agreesWithOpenZeppelin(bytes32 signed, bytes calldata signature) external view {
        uint256 r = signature.length < 32 ? 0 : uint256(bytes32(signature[:32]));
        uint256 word = signature.length < 64 ? 0 : uint256(bytes32(signature[32:64]));
        uint256 s = signature.length == 64 ? word & (type(uint256).max >> 1) : word;
        assumePrecompile(signed, 0, r, s);
        assert(this.tryRecover(signed, signature) == this.plainTryRecover(signed, signature));
    }

    function check_tryRecover_ofOtherLengths(bytes32 signed, bytes calldata signature) external view {
        // What the precompile is asked lies partly behind the signature, in calldata.
        bytes memory asked = abi.encodePacked(signature, bytes32(0), bytes32(0));
        (uint256 r, uint256 s) = abi.decode(asked, (uint256, uint256));
        assumePrecompile(signed, 0, r, s);
        assert(this.tryRecover(signed, signature) == address(0));
    }

    function check_recover_revertsOrFindsTheSignerOfTheDigest(
        Attestation calldata a,
        uint256 r,
        uint256 s,
        uint8 v
    ) external view {
        bytes memory signature = abi.encodePacked(r, s, v);
        address expected = this.tryRecover(OpenZeppelinAttestation.digest(a), signature);
        try this.recover(a, signature) returns (address found) {
            assert(found == expected && found != address(0));
        } catch {
            assert(expected == address(0));
        }
    }

    function check_digest_isThePlainOne(Attestation calldata a) external view {
        (bytes32 hash, bytes32 digest) = this.digests(a);
        assert(hash == keccak256(abi.encode(a)));
        assert(digest == OpenZeppelinAttestation.digest(a));
    }
}
