// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillReceiver} from "../../FillReceiver.sol";

/// @title UnproxiedReceiver
/// @notice `FillReceiver` without a proxy before it: the same code, of which the implementation can be initialised.
/// @dev For the gas comparison.
contract UnproxiedReceiver is FillReceiver {
    constructor() {
        // Undoes `_disableInitializers`.
        bytes32 slot = _initializableStorageSlot();
        assembly ("memory-safe") {
            sstore(slot, 0)
        }
    }
}
