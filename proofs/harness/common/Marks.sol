// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {PaidRequests} from "fillproof/contracts/libraries/PaidRequests.sol";

/// Views of both marks.
abstract contract Marks {
    using PaidRequests for PaidRequests.State;

    function requests() internal view virtual returns (PaidRequests.State storage);

    function isIdMarked(bytes32 id) external view returns (bool) {
        return requests().isMarked(id);
    }

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return requests().calls[callHash].isPaid;
    }
}
