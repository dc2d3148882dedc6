// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {Evidence} from "../deciding/ArbitraryTerms.sol";
import {Proof} from "../common/Proof.sol";

/// The deployable contract, and views of its mark.
contract Receiver is SignedOrderReceiver {
    /// It takes no direct fill.
    function isIdMarked(bytes32) external pure returns (bool) {
        return false;
    }

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }

    function callsHook(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].hook;
    }

    function flagsOf(address account) external view returns (uint256) {
        return _flags(account);
    }
}

/// Evidence as this receiver takes it: nothing is attested.
abstract contract Subject is Proof {
    Receiver internal receiver;

    /// Not a call that this receiver has.
    function encodeFill(Attestation memory, Evidence memory, uint256) internal pure returns (bytes memory) {
        return "";
    }

    function encodeAuthorization(Attestation memory, Evidence memory e) internal view returns (bytes memory) {
        SignedOrderProof memory order;
        return abi.encodeCall(receiver.authorizeFill, (order, abi.encode(e), new bytes32[](0)));
    }

    /// The layer *overriding* proves what the inputs of a signed order must be.
    function assertOrigin(Attestation memory, Evidence memory) internal view {}
}
