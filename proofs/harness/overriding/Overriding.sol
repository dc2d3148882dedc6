// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {FillSettlement} from "fillproof/contracts/FillSettlement.sol";
import {HonestToken} from "../HonestToken.sol";
import {vm} from "../Vm.sol";

/// A receiver in any state, any balances, and calls by anyone at any time.
abstract contract Overriding {
    /// Accounts without code: what a payment does with them is proved of `FillReceiver`, whose code it is.
    address internal constant RECIPIENT = address(0xb0b);
    address internal constant REFUND_TO = address(0xcafe);

    HonestToken internal token;

    /// A payment that someone makes: its caller, time and value.
    struct Call {
        address caller;
        uint48 time;
        uint256 value;
    }

    function setUpWith(FillSettlement receiver) internal {
        token = new HonestToken();
        // The constructor has locked the initializers; everything else may be anything.
        vm.setArbitraryStorage(address(receiver));
        vm.setArbitraryStorage(address(token));
    }

    function send(Call memory call, FillSettlement receiver, bytes memory data) internal returns (bool ok) {
        vm.assume(call.caller != address(receiver) && call.caller != address(token));
        vm.warp(call.time);
        // What `Roles.solver_isNeverTheZeroAddress` proves of every call.
        vm.assume(!receiver.isSolverActive(address(0)));
        vm.prank(call.caller);
        (ok, ) = address(receiver).call{value: call.value}(data);
    }

    function digestOf(bytes32 hash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    }
}
