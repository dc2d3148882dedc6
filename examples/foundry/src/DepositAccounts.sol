// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IInboxReceiver} from "fillproof/contracts/interfaces/IInboxReceiver.sol";
import {InboxTerms} from "fillproof/contracts/types/InboxTerms.sol";
import {Shop} from "./Shop.sol";

/// An account that an exchange can fund: each user has one address for each token. List it on an `InboxReceiver`.
contract DepositAccounts is Shop {
    constructor(address receiver_) Shop(receiver_) {}

    /// Until a claim, the money is the user's, who can take it back: show it as "waiting", never as credit.
    function termsOf(address user, address token) public view returns (InboxTerms memory terms) {
        terms.token = token;
        terms.recipient = address(this);
        terms.hook = true;
        terms.refundTo = user;
        terms.deadline = type(uint48).max;
        terms.data = abi.encode(user);
    }

    function addressOf(address user, address token) external view returns (address) {
        return IInboxReceiver(receiver).inboxOf(termsOf(user, token));
    }
}
