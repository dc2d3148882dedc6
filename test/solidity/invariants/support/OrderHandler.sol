// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Order, OrderOutputPayment} from "../../../../contracts/types/Order.sol";
import {Wish} from "./Deals.sol";
import {ReceiverHandler} from "./ReceiverHandler.sol";

/// @notice What the kinds of evidence share that have an order: the order of a wish, and nine faults of it.
abstract contract OrderHandler is ReceiverHandler {
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
