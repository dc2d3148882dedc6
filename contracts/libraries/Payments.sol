// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {Payment} from "../types/Payment.sol";

/// @title Payments
/// @notice Identifies the call of `payAuthorized`, alike when it is found in an order and when it is made.
/// @dev Twin: src/payment/hashPayment.ts.
library Payments {
    /// @dev The selector, the argument's offset, its eleven words and the length of empty data.
    uint256 private constant MIN_LENGTH = 4 + 13 * 32;

    /// @notice Returns the hash that names the payment `p` on `receiver` and this chain.
    function hash(Payment memory p, address receiver) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, receiver, IFillSettlement.payAuthorized.selector, p));
    }

    /// @notice Decodes the calldata of `payAuthorized`, or says that it is none.
    /// @dev Bytes after the arguments are ignored, since services append ids to their calls.
    function tryDecode(bytes calldata callData) internal pure returns (bool ok, Payment memory p) {
        if (callData.length < MIN_LENGTH || bytes4(callData) != IFillSettlement.payAuthorized.selector) {
            return (false, p);
        }
        bytes calldata arguments = callData[4:];
        // What `abi.decode` would revert on: offsets, dirty upper bytes, and data longer than the call.
        bool sound =
            _word(arguments, 0) == 0x20 &&
                _word(arguments, 4) >> 160 == 0 &&
                _word(arguments, 7) >> 160 == 0 &&
                _word(arguments, 8) >> 160 == 0 &&
                _word(arguments, 9) >> 48 == 0 &&
                _word(arguments, 11) == 0x160 &&
                _word(arguments, 12) <= callData.length - MIN_LENGTH;
        if (!sound) return (false, p);
        return (true, abi.decode(arguments, (Payment)));
    }

    function _word(bytes calldata arguments, uint256 index) private pure returns (uint256) {
        return uint256(bytes32(arguments[index * 32:]));
    }
}
