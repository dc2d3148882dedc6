// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAttestedOrderReceiver} from "../../../../contracts/interfaces/IAttestedOrderReceiver.sol";
import {FillRequest} from "../../../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {Order, OrderProof} from "../../../../contracts/types/Order.sol";
import {Presented, Wish} from "./EvidenceKind.sol";
import {OrderKind} from "./OrderKind.sol";

/// @notice Attested orders: the attestation, its signature and the order's proof.
contract AttestedKind is OrderKind {
    function faults() external pure override returns (uint256) {
        return 19;
    }

    function fillCall(bytes calldata evidence, uint256 amount) external pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IAttestedOrderReceiver.fill, (a, signature, order, new bytes32[](0), amount));
    }

    function authorizeCall(bytes calldata evidence) public pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IAttestedOrderReceiver.authorizeFill, (a, signature, order, new bytes32[](0)));
    }

    function meaning(bytes calldata evidence) external pure override returns (bytes32) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return keccak256(abi.encode(a, _whole(signature), order));
    }

    function _deploy(FillRequest memory request, address admin) internal override returns (address) {
        return address(deployReceiver(makeConfig(request, admin, 1)));
    }

    function _present(Presented memory shown, Wish memory wish, uint256 fault) internal view override {
        if (fault == 18) wish.payment.deadline += 1;
        if (fault == 19) wish.payment.originUser = toWord(thief);
        Order memory order = _orderOf(wish);
        shown.sound = (fault == 0 || (fault > 17 && !wish.authorized)) && _mayPay(wish);
        if (fault < 10) _spoilOrder(order, wish, fault);
        shown.id = hashOrder(order);
        Attestation memory a = attest(order, wish.request);
        if (fault > 9) _spoilAttestation(a, fault);
        bytes memory signature = sign(a, wish.request.solver.key);
        if (fault > 14) _spoilSignature(signature, fault - 14);
        shown.evidence = abi.encode(a, signature, proveOutput(order));
    }

    function _spoilAttestation(Attestation memory a, uint256 fault) private view {
        if (fault == 10) a.destinationChainId = 10;
        if (fault == 11) a.requestId = 0;
        if (fault == 12) a.requestId = keccak256(abi.encode(a.requestId));
        if (fault == 13) a.destinationUser |= bytes32(uint256(1) << 160);
        if (fault == 14) a.destinationUser = toWord(thief);
    }

    function _forbiddenCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IAttestedOrderReceiver.initialize, (makeConfig(makeRequest(thief), thief, 1)));
    }

    function _decode(
        bytes calldata evidence
    ) private pure returns (Attestation memory, bytes memory, OrderProof memory) {
        return abi.decode(evidence, (Attestation, bytes, OrderProof));
    }
}
