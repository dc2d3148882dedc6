// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

// What the package ships is compiled along, so that the run can compare its bytecode.
import {FillReceiver} from "fillproof/contracts/FillReceiver.sol";
import {FillReceiverFactory} from "fillproof/contracts/FillReceiverFactory.sol";
import {PaymentGuard} from "fillproof/contracts/PaymentGuard.sol";
import {RegisteredFillReceiver} from "fillproof/contracts/RegisteredFillReceiver.sol";
import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
