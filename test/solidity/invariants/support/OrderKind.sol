// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Order, OrderOutputPayment} from "../../../../contracts/types/Order.sol";
import {EvidenceKind, Wish} from "./EvidenceKind.sol";

/// @notice What the kinds of evidence share that have an order: the order of a wish, and nine faults of it.
abstract contract OrderKind is EvidenceKind {
    function _orderOf(Wish memory wish) internal view returns (Order memory order) {
        if (!wish.authorized) return directOrder(wish.request);
        order = authorizedOrder(wish.request, wish.payment);
        address router = _world().router();
        if (wish.namesRouter) order.output.extraData = abi.encode(router);
        if (!wish.paysRouter) return order;
        bytes memory recipient = abi.encodePacked(router);
        if (wish.paysRecipient) order.output.payments = _twice(order.output.payments[0], recipient);
        else order.output.payments[0].recipient = recipient;
    }

    /// @dev A router is paid by those orders that name it, and by no others, unless it is the recipient: a former one may be listed.
    function _mayPay(Wish memory wish) internal view returns (bool) {
        bool isRecipient = wish.request.recipient == _world().router();
        return !wish.authorized || !wish.paysRouter || wish.namesRouter || isRecipient;
    }

    function _spoilOrder(Order memory order, Wish memory wish, uint256 fault) internal view {
        address receiver = _world().receiver();
        if (fault == 1) order.solver = thief;
        if (fault == 2) order.output.chainId = "Destination";
        if (fault == 3) order.output.extraData = abi.encode(wish.authorized ? thief : _world().otherReceiver());
        if (fault == 4) order.output.extraData = abi.encodePacked(order.output.extraData, uint8(0));
        if (fault == 5) order.output.payments[0].currency = abi.encodePacked(wish.request.token, uint8(0));
        if (fault == 6) order.output.payments[0].recipient = abi.encodePacked(bytes12(0), wish.request.recipient);
        if (fault == 7) order.output.payments = _twice(order.output.payments[0], abi.encodePacked(thief));
        // A call beside that of `payAuthorized`, or in the direct way any call at all.
        if (fault == 8) _addCall(order, orderCall(wish.authorized ? receiver : shop, 0, ""));
        if (fault == 9) _addCall(order, hex"00");
    }

    /// @dev A second payment, to somebody else.
    function _twice(
        OrderOutputPayment memory payment,
        bytes memory recipient
    ) private pure returns (OrderOutputPayment[] memory list) {
        list = new OrderOutputPayment[](2);
        list[0] = payment;
        list[1] = OrderOutputPayment({
            recipient: recipient,
            currency: payment.currency,
            minimumAmount: 1,
            expectedAmount: 1
        });
    }

    function _addCall(Order memory order, bytes memory last) internal pure {
        bytes[] memory calls = order.output.calls;
        order.output.calls = new bytes[](calls.length + 1);
        for (uint256 i = 0; i < calls.length; ++i) order.output.calls[i] = calls[i];
        order.output.calls[calls.length] = last;
    }
}
