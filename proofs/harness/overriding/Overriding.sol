// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {FillSettlement} from "fillproof/contracts/FillSettlement.sol";
import {Proof} from "../common/Proof.sol";
import {vm} from "../common/Vm.sol";

/// A receiver in any state. What a payment does with accounts that have code is proved of `AttestedOrderReceiver`, whose code
/// it is.
abstract contract Overriding is Proof {
    function send(Call memory call, FillSettlement receiver, bytes memory data) internal returns (bool ok) {
        // What `Roles.solver_isNeverTheZeroAddress` proves of every call.
        vm.warp(call.time);
        vm.assume(!receiver.isSolverActive(address(0)));
        (ok, ) = sendTo(address(receiver), call, data);
    }

    /// The list takes native currency from `lowest` to `highest`.
    function assertListed(FillSettlement receiver, uint256 lowest, uint256 highest) internal view {
        (uint128 min, uint128 max) = receiver.tokenRange(address(0));
        assert(max != 0 && min <= lowest && highest <= max);
    }
}
