// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillVerifier} from "../FillVerifier.sol";
import {Failures} from "../libraries/Failures.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {Payment} from "../types/Payment.sol";
import {Terms} from "../types/Terms.sol";

/// @title FillEvidence
/// @notice What the kinds of evidence share: the signer, the attested words, and calls of `payAuthorized`.
/// @dev A failure of the evidence is noted and not thrown, so that `inspectFill` can report everything that is wrong.
abstract contract FillEvidence is FillVerifier {
    /// @dev Recovers the signer of `digest`.
    function _readSolver(Terms memory t, bytes32 digest, bytes calldata signature) internal view {
        _setSolver(t, SolverAttestation.tryRecover(digest, signature));
        if (t.solver == address(0)) {
            t.signatureFailure = abi.encodeWithSelector(InvalidSignature.selector, digest, signature);
        }
    }

    /// @dev Reads an attestation, and recovers its signer.
    function _readAttestation(Terms memory t, Attestation calldata a, bytes calldata signature) internal view {
        _readSolver(t, SolverAttestation.read(a, t.words), signature);
        _setRoute(t);
    }

    /// @dev Takes the terms from the arguments of an authorized call, and checks them against the evidence's words.
    function _readPayment(Terms memory t, Payment calldata p) internal view {
        _matchRange(t, p.minimum, p.maximum);
        _matchTerm(t, "originChainId", bytes32(p.originChainId), bytes32(t.words.originChainId));
        _matchTerm(t, "originUser", p.originUser, t.words.originUser);
        _matchTerm(t, "originCurrency", p.originCurrency, t.words.originCurrency);
        if (p.deadline > t.deadline) _matchTerm(t, "deadline", bytes32(uint256(p.deadline)), bytes32(t.deadline));
        _setPayment(t, p);
    }

    /// @dev Notes that a payment of nothing, or of no amount at all, would be enough.
    function _matchRange(Terms memory t, uint256 minimum, uint256 maximum) internal pure {
        if (minimum == 0 || minimum > maximum) {
            _failTerms(t, Failures.encode(UnsupportedOutput.selector, 1, minimum, maximum));
        }
    }

    /// @dev Notes a failure of the evidence; the first one counts.
    function _failTerms(Terms memory t, bytes memory failure) internal pure {
        if (t.termsFailure.length == 0) t.termsFailure = failure;
    }

    /// @dev Notes that an EVM address in an order is not exactly 20 bytes.
    function _checkAddress(Terms memory t, bytes calldata raw) internal pure {
        if (raw.length != 20) _failTerms(t, abi.encodeWithSelector(InvalidOrderAddress.selector, raw));
    }

    /// @dev Notes that `field` is `found` in one part of the evidence and `required` in another.
    function _matchTerm(Terms memory t, bytes32 field, bytes32 found, bytes32 required) internal pure {
        if (found != required) {
            _failTerms(t, Failures.encode(TermsMismatch.selector, uint256(field), uint256(found), uint256(required)));
        }
    }

    /// @dev Notes that the evidence names another contract, or this one wrongly.
    function _failFillContract(Terms memory t, bytes memory extraData, uint256 callsHere) internal view {
        _failTerms(t, abi.encodeWithSelector(WrongFillContract.selector, extraData, callsHere, address(this)));
    }
}
