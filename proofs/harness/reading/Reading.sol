// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Orders} from "fillproof/contracts/libraries/Orders.sol";
import {Payments} from "fillproof/contracts/libraries/Payments.sol";
import {IFillSettlement} from "fillproof/contracts/interfaces/IFillSettlement.sol";
import {OrderOutput, OrderOutputPayment, OrderProof} from "fillproof/contracts/types/Order.sol";
import {OrderHashes} from "fillproof/contracts/testing/OrderHashes.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Terms} from "fillproof/contracts/types/Terms.sol";
import {DirtyMemory} from "./DirtyMemory.sol";

/// What the libraries' assembly reads and hashes, next to the same in plain Solidity.
contract Reading is DirtyMemory {
    /// One output's fields, each in plain Solidity.
    function assertRead(OrderOutput calldata output, Terms memory t, bytes32 found) private view {
        assert(found == OrderHashes.hashOutput(output));
        assert(t.chainNameHash == keccak256(bytes(output.chainId)));
        assert(t.deadline == output.deadline);
        bytes32 own = bytes32(uint256(uint160(address(this))));
        bytes calldata extra = output.extraData;
        assert(t.isDirect == (extra.length == 32 && bytes32(extra) == own && output.calls.length == 0));
        bool isOne = output.payments.length == 1;
        if (isOne) {
            OrderOutputPayment calldata payment = output.payments[0];
            isOne = payment.recipient.length == 20 && payment.currency.length == 20;
            if (isOne) {
                assert(t.recipient == address(bytes20(payment.recipient)));
                assert(t.token == address(bytes20(payment.currency)));
                assert(t.minimum == payment.minimumAmount);
            }
        }
        if (!isOne) assert(t.minimum == 0);
    }

    function readOutput(OrderOutput calldata output) private view {
        Terms memory t;
        bytes32 found = Orders.readOutput(output, t);
        assertRead(output, t, found);
    }

    function check_readOutput_readsTwoPaymentsAsPlainSolidity(OrderOutput calldata output) external view inDirtyMemory {
        readOutput(output);
    }

    function check_readOutput_readsOnePaymentAsPlainSolidity(OrderOutput calldata output) external view inDirtyMemory {
        readOutput(output);
    }

    function check_readOutput_readsCallsAsPlainSolidity(OrderOutput calldata output) external view inDirtyMemory {
        readOutput(output);
    }

    function check_readOutput_readsNamesAndExtraDataAsPlainSolidity(OrderOutput calldata output) external view inDirtyMemory {
        readOutput(output);
    }

    function check_readProof_isTheOrderIdOfPlainSolidity(OrderProof calldata proof) external view inDirtyMemory {
        Terms memory t;
        bytes32 solver = Orders.readProof(proof, t);
        assert(solver == bytes32(uint256(uint160(proof.solver))));
        bytes memory encoded = abi.encode(
            Orders.ORDER_TYPEHASH,
            proof.versionHash,
            proof.solverChainIdHash,
            proof.solver,
            proof.salt,
            proof.inputsHash,
            OrderHashes.hashOutput(proof.output),
            proof.feesHash
        );
        assert(t.id == keccak256(encoded));
    }

    function check_paymentHash_isThePlainOne(Payment calldata p, address receiver) external view inDirtyMemory {
        // Reading them refuses dirty upper bytes, as the contracts do.
        (p.token, p.recipient, p.refundTo, p.deadline);
        bytes memory encoded = abi.encode(block.chainid, receiver, IFillSettlement.payAuthorized.selector, p);
        assert(Payments.hash(p, receiver) == keccak256(encoded));
    }

    function decode(bytes calldata data) external view returns (bool ok, bytes32 hash) {
        Payment calldata p;
        (ok, p) = Payments.tryDecode(data);
        if (ok) hash = Payments.hash(p, address(this));
    }

    function check_tryDecode_findsTheCallThatWasEncoded(Payment calldata p) external view inDirtyMemory {
        bytes memory data = abi.encodeCall(IFillSettlement.payAuthorized, (p));
        (bool ok, bytes32 hash) = this.decode(data);
        assert(ok && hash == Payments.hash(p, address(this)));
    }
}
