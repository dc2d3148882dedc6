// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillReceiver} from "../../../../contracts/interfaces/IFillReceiver.sol";
import {FillRequest} from "../../../../contracts/test/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {Order, OrderProof} from "../../../../contracts/types/Order.sol";
import {Wish} from "./Deals.sol";
import {OrderHandler} from "./OrderHandler.sol";

/// @notice Attested orders: the attestation, its signature and the order's proof.
abstract contract AttestedHandler is OrderHandler {
    function _deploy(FillRequest memory request) internal override returns (address) {
        return address(deployReceiver(makeConfig(request, address(this))));
    }

    function _evidenceFaults() internal pure override returns (uint256) {
        return 19;
    }

    function _present(Wish memory wish) internal view override returns (bytes32 id, bytes memory evidence, bool sound) {
        uint256 fault = wish.fault < FIRST_EVIDENCE_FAULT ? 0 : wish.fault - FIRST_EVIDENCE_FAULT + 1;
        if (fault == 18) wish.payment.deadline += 1;
        if (fault == 19) wish.payment.originUser = toWord(thief);
        Order memory order = _orderOf(wish);
        sound = fault == 0 || (fault > 17 && !wish.authorised);
        if (fault < 10) _spoilOrder(order, wish, fault);
        id = hashOrder(order);
        Attestation memory a = attest(order, wish.request);
        if (fault > 9) _spoilAttestation(a, fault);
        bytes memory signature = sign(a, wish.request.solver.key);
        if (fault > 14) _spoilSignature(signature, fault - 14);
        evidence = abi.encode(a, signature, proveOutput(order));
    }

    function _spoilAttestation(Attestation memory a, uint256 fault) internal view {
        if (fault == 10) a.destinationChainId = 10;
        if (fault == 11) a.requestId = 0;
        if (fault == 12) a.requestId = keccak256(abi.encode(a.requestId));
        if (fault == 13) a.destinationUser |= bytes32(uint256(1) << 160);
        if (fault == 14) a.destinationUser = toWord(thief);
    }

    function _fillCall(bytes memory evidence, uint256 amount) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IFillReceiver.fill, (a, signature, order, new bytes32[](0), amount));
    }

    function _authorizeCall(bytes memory evidence) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IFillReceiver.authorizeFill, (a, signature, order, new bytes32[](0)));
    }

    function _forbiddenCallOfKind() internal view override returns (bytes memory) {
        return abi.encodeCall(IFillReceiver.initialize, (makeConfig(makeRequest(thief), thief)));
    }

    function _decode(bytes memory evidence) private pure returns (Attestation memory, bytes memory, OrderProof memory) {
        return abi.decode(evidence, (Attestation, bytes, OrderProof));
    }
}
