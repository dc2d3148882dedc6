// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The seven words that a solver signs over a request.
/// @dev Source: the service's signature attestation record. Twin: src/protocol/attestation/parseAttestation.ts.
/// Units: `originAmount` in the smallest unit of `originCurrency`. EVM addresses are left-padded to bytes32;
/// native currency is zero.
struct Attestation {
    bytes32 requestId;
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    uint256 originAmount;
    uint256 destinationChainId;
    bytes32 destinationUser;
}
