// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {PaymentOrders} from "fillproof/contracts/libraries/PaymentOrders.sol";
import {GuardHarness} from "fillproof/contracts/mocks/GuardHarness.sol";
import {PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {DirtyMemory} from "./DirtyMemory.sol";

/// What the guard's assembly reads and hashes, next to the same in plain Solidity.
contract ReadingPayment is DirtyMemory {
    GuardHarness private plain;

    function setUp() external {
        plain = new GuardHarness();
    }

    function read(PaymentOrder calldata order) private view {
        (bytes32 id, bytes32 origin, bytes32 destination) = PaymentOrders.read(order);
        (bytes32 plainId, bytes32 plainOrigin, bytes32 plainDestination) = plain.readPlainly(order);
        assert(id == plainId && origin == plainOrigin && destination == plainDestination);
    }

    function check_readPaymentOrder_readsRefundsAsPlainSolidity(PaymentOrder calldata order) external view inDirtyMemory {
        read(order);
    }

    function check_readPaymentOrder_readsPaymentsAsPlainSolidity(PaymentOrder calldata order) external view inDirtyMemory {
        read(order);
    }
}
