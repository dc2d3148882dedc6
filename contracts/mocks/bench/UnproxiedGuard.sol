// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PaymentGuard} from "../../PaymentGuard.sol";

/// @title UnproxiedGuard
/// @notice `PaymentGuard` without a proxy before it: the same code, of which the implementation can be initialised.
/// @dev For the gas comparison.
contract UnproxiedGuard is PaymentGuard {
    constructor() {
        // Undoes `_disableInitializers`.
        bytes32 slot = _initializableStorageSlot();
        assembly ("memory-safe") {
            sstore(slot, 0)
        }
    }
}
