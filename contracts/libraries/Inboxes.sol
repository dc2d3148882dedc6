// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

import {InboxTerms} from "../types/InboxTerms.sol";

/// @title Inboxes
/// @notice Derives the address of an inbox from its terms and its receiver.
/// @dev The address depends on nothing else. So it can be paid before it has code, and stays the same after an upgrade of the
/// receiver.
/// Twin: src/protocol/inbox/computeInboxAddress.ts.
library Inboxes {
    /// @notice The account whose clones are inboxes: `Inbox`, deployed by the deterministic deployment proxy with salt 0.
    /// @dev Twin: src/protocol/inbox/inboxImplementation.ts.
    address internal constant IMPLEMENTATION = 0xB83cFE9C92F6f3Dca9f1524Fbe49e268DCE96Bb1;

    /// @notice The hash of the code at `IMPLEMENTATION`.
    bytes32 internal constant CODE_HASH = 0xd09f33f313bc73d4ed9cca3bf29be79e1e3ae51fc65c15a2f2cc47ef7266a464;

    /// @notice Returns the hash that identifies an inbox of a receiver.
    function hash(InboxTerms calldata terms) internal pure returns (bytes32 inboxHash) {
        return keccak256(abi.encode(terms));
    }

    /// @notice Returns the address of the inbox that `receiver` has for this hash.
    function locate(bytes32 inboxHash, address receiver) internal pure returns (address inbox) {
        return Clones.predictDeterministicAddress(IMPLEMENTATION, inboxHash, receiver);
    }
}
