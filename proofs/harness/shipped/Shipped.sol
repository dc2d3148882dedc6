// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

// What the package ships is compiled along, so that the run can compare its bytecode.
import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {Inbox} from "fillproof/contracts/Inbox.sol";
import {InboxReceiver} from "fillproof/contracts/InboxReceiver.sol";
import {ReceiverFactory} from "fillproof/contracts/ReceiverFactory.sol";
import {PaymentGuard} from "fillproof/contracts/PaymentGuard.sol";
import {RegisteredTermsReceiver} from "fillproof/contracts/RegisteredTermsReceiver.sol";
import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
