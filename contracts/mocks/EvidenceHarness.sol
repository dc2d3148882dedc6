// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {Orders} from "../libraries/Orders.sol";
import {Payments} from "../libraries/Payments.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {OrderInputPayment, OrderOutput} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {OrderHashes} from "../testing/OrderHashes.sol";

/// @title EvidenceHarness
/// @notice Plain Solidity formulas, for tests of the TypeScript functions for evidence.
contract EvidenceHarness {
    struct TermsWords {
        address token;
        uint256 minimum;
        uint256 maximum;
        address recipient;
        uint48 deadline;
        bytes32 authorizedCall;
    }

    struct SignedInput {
        OrderInputPayment payment;
        bytes32 refundsHash;
    }

    struct SignedProof {
        bytes32 versionHash;
        bytes32 solverChainIdHash;
        address solver;
        uint256 salt;
        SignedInput[] inputs;
        OrderOutput output;
        bytes32 feesHash;
    }

    bytes32 private constant TERMS_TYPEHASH = keccak256(
        "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,"
        "address recipient,uint48 deadline,bytes32 authorizedCall)"
    );

    /// @notice Returns whether `recipientProof`, a hook flag and a Merkle path, proves `recipient` for `root`.
    function isListed(
        bytes32 root,
        uint256 chainId,
        address receiver,
        address recipient,
        bytes32[] calldata recipientProof
    ) external pure returns (bool listed, bool hook) {
        if (uint256(recipientProof[0]) > 1) return (false, false);
        hook = recipientProof[0] == bytes32(uint256(1));
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(chainId, receiver, recipient, hook))));
        listed = MerkleProof.verifyCalldata(recipientProof[1:], root, leaf);
    }

    /// @notice Returns the id of the order whose inputs and output `proof` reveals.
    function hashSignedOrder(SignedProof calldata proof) external pure returns (bytes32) {
        bytes32[] memory inputs = new bytes32[](proof.inputs.length);
        for (uint256 i = 0; i < inputs.length; ++i) {
            OrderInputPayment calldata payment = proof.inputs[i].payment;
            bytes32 paymentHash = keccak256(
                abi.encode(
                    Orders.INPUT_PAYMENT_TYPEHASH,
                    keccak256(bytes(payment.chainId)),
                    keccak256(payment.currency),
                    payment.amount,
                    payment.weight
                )
            );
            inputs[i] = keccak256(abi.encode(Orders.INPUT_TYPEHASH, paymentHash, proof.inputs[i].refundsHash));
        }
        return
            keccak256(
                abi.encode(
                    Orders.ORDER_TYPEHASH,
                    proof.versionHash,
                    proof.solverChainIdHash,
                    proof.solver,
                    proof.salt,
                    keccak256(abi.encodePacked(inputs)),
                    OrderHashes.hashOutput(proof.output),
                    proof.feesHash
                )
            );
    }

    /// @notice Returns the digest that a registrar signs for `receiver` on `chainId`. `authorizedCall` is the hash of the
    /// call.
    function digestTerms(
        uint256 chainId,
        address receiver,
        Attestation calldata a,
        TermsWords calldata terms
    ) external pure returns (bytes32) {
        bytes32 words = keccak256(
            abi.encode(
                TERMS_TYPEHASH,
                SolverAttestation.hash(a),
                a.requestId,
                terms.token,
                terms.minimum,
                terms.maximum,
                terms.recipient,
                terms.deadline,
                terms.authorizedCall
            )
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("fillproof"),
                keccak256("1"),
                chainId,
                receiver
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, words));
    }

    /// @notice Returns `Payments.hash` of the calldata of `payAuthorized` on this chain, or zero if the calldata is
    /// malformed.
    function hashAuthorizedCall(bytes calldata data, address receiver) external view returns (bytes32) {
        (bool ok, Payment calldata p) = Payments.tryDecode(data);
        return ok ? Payments.hash(p, receiver) : bytes32(0);
    }
}
