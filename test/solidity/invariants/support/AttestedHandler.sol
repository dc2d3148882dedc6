// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillReceiver} from "../../../../contracts/interfaces/IFillReceiver.sol";
import {FillRequest} from "../../../../contracts/test/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {Order, OrderOutputPayment, OrderProof} from "../../../../contracts/types/Order.sol";
import {Wish} from "./Deals.sol";
import {ReceiverHandler} from "./ReceiverHandler.sol";

/// @notice Attested orders: the attestation, its signature and the order's proof.
abstract contract AttestedHandler is ReceiverHandler {
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
        if (fault > 14) _spoilSignature(signature, fault);
        evidence = abi.encode(a, signature, proveOutput(order));
    }

    function _orderOf(Wish memory wish) internal view returns (Order memory order) {
        order = directOrder(wish.request);
        if (wish.authorised) {
            order = authorisedOrder(wish.request, wish.payment);
            if (wish.namesRouter) order.output.extraData = abi.encode(router);
            return order;
        }
        order.output.calls = new bytes[](wish.calls.length);
        for (uint256 i = 0; i < wish.calls.length; ++i) {
            order.output.calls[i] = orderCall(wish.calls[i].to, wish.calls[i].value, wish.calls[i].data);
        }
    }

    function _spoilOrder(Order memory order, Wish memory wish, uint256 fault) internal view {
        if (fault == 1) order.solver = thief;
        if (fault == 2) order.output.chainId = "Destination";
        if (fault == 3) order.output.extraData = abi.encode(wish.authorised ? thief : otherReceiver);
        if (fault == 4) order.output.extraData = abi.encodePacked(order.output.extraData, uint8(0));
        if (fault == 5) order.output.payments[0].currency = abi.encodePacked(wish.request.token, uint8(0));
        if (fault == 6) order.output.payments[0].recipient = abi.encodePacked(bytes12(0), wish.request.recipient);
        if (fault == 7) order.output.payments = _twice(order.output.payments[0]);
        if (fault == 8) order.output.calls = _oneMore(order.output.calls, orderCall(receiver, 0, ""));
        if (fault == 9) order.output.calls = _oneMore(order.output.calls, hex"00");
    }

    function _spoilAttestation(Attestation memory a, uint256 fault) internal view {
        if (fault == 10) a.destinationChainId = 10;
        if (fault == 11) a.requestId = 0;
        if (fault == 12) a.requestId = keccak256(abi.encode(a.requestId));
        if (fault == 13) a.destinationUser |= bytes32(uint256(1) << 160);
        if (fault == 14) a.destinationUser = toWord(thief);
    }

    function _spoilSignature(bytes memory signature, uint256 fault) internal pure {
        if (fault == 15) signature[signature.length / 3] ^= 0x10;
        if (fault == 16) signature[64] = bytes1(uint8(signature[64]) - 27);
        if (fault == 17) {
            uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
            assembly ("memory-safe") {
                mstore(add(signature, 0x40), sub(order, mload(add(signature, 0x40))))
            }
            signature[64] = signature[64] == 0x1b ? bytes1(0x1c) : bytes1(0x1b);
        }
    }

    function _fillCall(bytes memory evidence, uint256 amount) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IFillReceiver.fill, (a, signature, order, new bytes32[](0), amount));
    }

    function _authorizeCall(bytes memory evidence) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory signature, OrderProof memory order) = _decode(evidence);
        return abi.encodeCall(IFillReceiver.authorizeFill, (a, signature, order, new bytes32[](0)));
    }

    function _decode(bytes memory evidence) private pure returns (Attestation memory, bytes memory, OrderProof memory) {
        return abi.decode(evidence, (Attestation, bytes, OrderProof));
    }

    /// @dev A second payment, to somebody else.
    function _twice(OrderOutputPayment memory payment) private view returns (OrderOutputPayment[] memory list) {
        list = new OrderOutputPayment[](2);
        list[0] = payment;
        list[1] = OrderOutputPayment({
            recipient: abi.encodePacked(thief),
            currency: payment.currency,
            minimumAmount: 1,
            expectedAmount: 1
        });
    }

    function _oneMore(bytes[] memory calls, bytes memory last) private pure returns (bytes[] memory list) {
        list = new bytes[](calls.length + 1);
        for (uint256 i = 0; i < calls.length; ++i) list[i] = calls[i];
        list[calls.length] = last;
    }
}
