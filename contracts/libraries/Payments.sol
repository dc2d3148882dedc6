// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {Payment} from "../types/Payment.sol";

/// @title Payments
/// @notice Hashes and decodes calls of `payAuthorized`. A call in an order and the call that a solver makes have the same
/// hash.
/// @dev Twin: src/protocol/payment/hashPayment.ts.
library Payments {
    /// @dev The selector, the argument's offset, its eleven words and the length of empty data.
    uint256 private constant MIN_LENGTH = 4 + 13 * 32;

    /// @notice Returns the hash that identifies the payment `p` to `receiver` on this chain.
    /// @dev The hash is keccak256(abi.encode(block.chainid, receiver, payAuthorized.selector, p)). Assembly saves 800 gas:
    /// ten words are in calldata as `abi.encode` would write them. Fuzz tests compare it with the formula. Reverts on dirty
    /// upper bytes of addresses and of the deadline, as `abi.encode` does.
    function hash(Payment calldata p, address receiver) internal view returns (bytes32 result) {
        bytes calldata data = p.data;
        bytes4 selector = IFillSettlement.payAuthorized.selector;
        assembly ("memory-safe") {
            let words := mload(0x40)
            mstore(words, chainid())
            mstore(add(words, 0x20), receiver)
            mstore(add(words, 0x40), selector)
            mstore(add(words, 0x60), 0x80)
            calldatacopy(add(words, 0x80), p, 0x140)
            // Checks the upper bytes of the token, the recipient and refundTo, then of the deadline.
            let accounts := or(mload(add(words, 0xe0)), or(mload(add(words, 0x140)), mload(add(words, 0x160))))
            if or(shr(160, accounts), shr(48, mload(add(words, 0x180)))) {
                revert(0, 0)
            }
            mstore(add(words, 0x1c0), 0x160)
            mstore(add(words, 0x1e0), data.length)
            let end := add(add(words, 0x200), data.length)
            calldatacopy(add(words, 0x200), data.offset, data.length)
            mstore(end, 0)
            result := keccak256(words, add(0x200, and(add(data.length, 0x1f), not(0x1f))))
        }
    }

    /// @notice Decodes the argument in the calldata of `payAuthorized`. `ok` is false if the calldata is malformed.
    /// @dev Warning: never read `p` unless `ok` is true.
    /// @dev Bytes after the arguments are ignored, because services append ids to their calls.
    function tryDecode(bytes calldata callData) internal pure returns (bool ok, Payment calldata p) {
        assembly {
            // Skips the selector and the offset of the argument.
            p := add(callData.offset, 0x24)
        }
        if (callData.length < MIN_LENGTH || bytes4(callData) != IFillSettlement.payAuthorized.selector) {
            return (false, p);
        }
        bytes calldata arguments = callData[4:];
        // Accepts only the offsets that `abi.encode` writes, clean upper bytes, and data that ends within the calldata.
        ok =
            _word(arguments, 0) == 0x20 &&
            _word(arguments, 4) >> 160 == 0 &&
            _word(arguments, 7) >> 160 == 0 &&
            _word(arguments, 8) >> 160 == 0 &&
            _word(arguments, 9) >> 48 == 0 &&
            _word(arguments, 11) == 0x160 &&
            _word(arguments, 12) <= callData.length - MIN_LENGTH;
    }

    function _word(bytes calldata arguments, uint256 index) private pure returns (uint256) {
        return uint256(bytes32(arguments[index * 32:]));
    }
}
