// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {RegisteredTerms} from "fillproof/contracts/types/RegisteredTerms.sol";
import {Registered} from "./Registered.sol";

/// What a registrar signs, next to EIP-712 in plain Solidity.
contract RegisteredTermsHash is Registered {
    function check_registeredTerms_areThePlainTypedData(Attestation memory a, RegisteredTerms memory terms) external view {
        assert(receiver.hashRegisteredTerms(a, terms) == plainDigest(a, terms, 0));
    }

    function check_registeredTerms_ofACallAreThePlainTypedData(
        Attestation memory a,
        RegisteredTerms memory terms,
        Payment memory p
    ) external view {
        terms.authorizedCall = abi.encodeCall(receiver.payAuthorized, (p));
        bytes memory call = abi.encode(block.chainid, address(receiver), receiver.payAuthorized.selector, p);
        assert(receiver.hashRegisteredTerms(a, terms) == plainDigest(a, terms, keccak256(call)));
    }

    function plainDigest(
        Attestation memory a,
        RegisteredTerms memory terms,
        bytes32 callHash
    ) private view returns (bytes32) {
        bytes32 typehash = keccak256(
            "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,"
            "address recipient,uint48 deadline,bytes32 authorizedCall)"
        );
        bytes memory encoded = abi.encode(
            typehash,
            keccak256(abi.encode(a)),
            a.requestId,
            terms.token,
            terms.minimum,
            terms.maximum,
            terms.recipient,
            terms.deadline,
            callHash
        );
        return keccak256(abi.encodePacked("\x19\x01", domain(), keccak256(encoded)));
    }

    function domain() private view returns (bytes32) {
        bytes32 typehash = keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );
        bytes32 name = keccak256("fillproof");
        return keccak256(abi.encode(typehash, name, keccak256("1"), block.chainid, address(receiver)));
    }
}
