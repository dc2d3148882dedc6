// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {Orders} from "fillproof/contracts/libraries/Orders.sol";
import {OrderHashes} from "fillproof/contracts/testing/OrderHashes.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {OrderCall, OrderProof} from "fillproof/contracts/types/Order.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Overriding} from "./Overriding.sol";

/// The deployable contract, and views of its marks.
contract AttestedReceiver is AttestedOrderReceiver {
    function isIdMarked(bytes32 id) external view returns (bool) {
        return _directFillsStorage().paid[id] != 0;
    }

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }
}

/// What `AttestedOrderReceiver` takes from its evidence, with nothing in between.
contract Attested is Overriding {
    AttestedReceiver internal receiver;

    function setUp() external {
        receiver = new AttestedReceiver();
        makeArbitrary(address(receiver));
    }

    /// The id of an order, by plain Solidity.
    function idOf(OrderProof calldata order) external pure returns (bytes32) {
        bytes memory encoded = abi.encode(
            Orders.ORDER_TYPEHASH,
            order.versionHash,
            order.solverChainIdHash,
            order.solver,
            order.salt,
            order.inputsHash,
            OrderHashes.hashOutput(order.output),
            order.feesHash
        );
        return keccak256(encoded);
    }

    function assertEvidence(
        Attestation memory a,
        OrderProof memory order,
        bytes memory signature,
        bytes32 id
    ) private view {
        address signer = this.recover(digestOf(keccak256(abi.encode(a))), signature);
        assert(signer != address(0) && signer == order.solver && receiver.isSolverActive(signer));
        assert(a.requestId == id && id != 0 && a.destinationChainId == block.chainid);
        assertPolicy(a, order);
    }

    function assertPolicy(Attestation memory a, OrderProof memory order) private view {
        (uint256 ownId, bytes15 nameHash) = receiver.ownChain();
        assert(ownId == block.chainid && nameHash == bytes15(keccak256(bytes(order.output.chainId))));
        (uint256 min, uint256 max) = receiver.route(a.originChainId, a.originCurrency);
        assert(max != 0 && min <= a.originAmount && a.originAmount <= max);
        assert(a.destinationUser == padded(RECIPIENT));
        (bool allowed, ) = receiver.recipientStatus(RECIPIENT);
        assert(allowed && !receiver.isReserved(RECIPIENT));
    }

    function check_attestedFill_keepsToItsEvidence(
        Call memory call,
        Attestation memory a,
        OrderProof memory order,
        bytes memory signature,
        uint256 amount,
        bytes32 other
    ) external {
        order.output.payments[0].currency = new bytes(20);
        order.output.payments[0].recipient = abi.encodePacked(RECIPIENT);
        order.output.extraData = abi.encode(receiver);
        bytes32 id = this.idOf(order);
        bool wasMarked = receiver.isIdMarked(other);
        bytes memory data = abi.encodeCall(receiver.fill, (a, signature, order, new bytes32[](0), amount));
        bool ok = send(call, receiver, data);
        assert(receiver.isIdMarked(other) == (wasMarked || (ok && other == id)));
        if (!ok) return;
        assertEvidence(a, order, signature, id);
        assert(amount >= order.output.payments[0].minimumAmount && call.time <= order.output.deadline);
        assertListed(receiver, amount, amount);
    }

    function check_attestedAuthorize_keepsToItsEvidence(
        Call memory call,
        Attestation memory a,
        OrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value
    ) external {
        simplify(p);
        order.output.payments[0].currency = new bytes(20);
        order.output.payments[0].recipient = abi.encodePacked(RECIPIENT);
        order.output.calls[0] = Orders.encodeCall(
            OrderCall(address(receiver), abi.encodeCall(receiver.payAuthorized, (p)), value)
        );
        bytes32 id = this.idOf(order);
        bytes memory data = abi.encodeCall(receiver.authorizeFill, (a, signature, order, new bytes32[](0)));
        if (!send(call, receiver, data)) return;
        assertEvidence(a, order, signature, id);
        assert(p.originChainId == a.originChainId);
        assert(p.minimum != 0 && p.minimum <= p.maximum && p.deadline <= order.output.deadline);
        assert(p.originUser == a.originUser && p.originCurrency == a.originCurrency);
        assertListed(receiver, p.minimum, p.maximum);
    }
}
