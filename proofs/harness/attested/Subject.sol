// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {AttestedOrderReceiver} from "fillproof/contracts/AttestedOrderReceiver.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {OrderProof} from "fillproof/contracts/types/Order.sol";
import {Evidence} from "../deciding/ArbitraryTerms.sol";
import {Proof} from "../common/Proof.sol";

/// The deployable contract, and views of both marks.
contract Receiver is AttestedOrderReceiver {
    function isIdMarked(bytes32 id) external view returns (bool) {
        return _directFillsStorage().paid[id] != 0;
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

/// Evidence as this receiver takes it, and what it has besides its terms.
abstract contract Subject is Proof {
    Receiver internal receiver;

    function encodeFill(
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) internal view returns (bytes memory) {
        OrderProof memory order;
        return abi.encodeCall(receiver.fill, (a, abi.encode(e), order, new bytes32[](0), amount));
    }

    function encodeAuthorization(Attestation memory a, Evidence memory e) internal view returns (bytes memory) {
        OrderProof memory order;
        return abi.encodeCall(receiver.authorizeFill, (a, abi.encode(e), order, new bytes32[](0)));
    }

    /// The attested words agree with the terms and the policy.
    function assertOrigin(Attestation memory a, Evidence memory e) internal view {
        assert(a.requestId == e.id && e.id != 0 && a.destinationChainId == block.chainid);
        (uint128 min, uint128 max) = receiver.route(a.originChainId, a.originCurrency);
        assert(max != 0 && min <= a.originAmount && a.originAmount <= max);
        assert(a.destinationUser == padded(e.recipient));
    }
}
