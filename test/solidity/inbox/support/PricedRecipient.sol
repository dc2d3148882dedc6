// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillRecipient, ReceivedFill} from "../../../../contracts/interfaces/IFillRecipient.sol";

/// A market whose price anyone can move.
contract Market {
    uint256 public price = 10;

    function move(uint256 to) external {
        price = to;
    }
}

/// A recipient that buys at the market's price. Its data is (user, limit, whether the limit is for each unit).
contract PricedRecipient is IFillRecipient {
    Market public immutable market;
    mapping(address user => uint256) public boughtBy;

    error TooExpensive(uint256 bought, uint256 limit);

    constructor(Market market_) {
        market = market_;
    }

    receive() external payable {}

    function onFill(ReceivedFill calldata received) external returns (bytes4 selector) {
        (address user, uint256 limit, bool perUnit) = abi.decode(received.data, (address, uint256, bool));
        uint256 bought = received.amount * market.price();
        uint256 least = perUnit ? received.amount * limit : limit;
        if (bought < least) revert TooExpensive(bought, least);
        boughtBy[user] += bought;
        return IFillRecipient.onFill.selector;
    }
}
