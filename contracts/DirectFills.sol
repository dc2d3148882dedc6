// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillVerifier} from "./FillVerifier.sol";
import {Terms} from "./types/Terms.sol";

/// @title DirectFills
/// @notice Accepts a payment in the same call as its evidence, once for each order or request.
abstract contract DirectFills is FillVerifier {
    /// @custom:storage-location erc7201:fillproof.storage.DirectFills
    struct DirectFillsStorage {
        // A bitmap would save nothing: ids are hashes, so each would use a slot of its own. A `bool` would cost more, because
        // Solidity reads the slot before it writes part of it.
        mapping(bytes32 id => uint256) paid;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.DirectFills")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant DIRECT_FILLS_STORAGE = 0x1efbd8b41b5793e4375d5821b2343430c220ac2f5a51b6f852e97e86c0cd8600;

    /// @notice Returns whether an order or a request with this id was paid here.
    /// @param id The order id, or the request id if a registrar stated the terms.
    function isPaid(bytes32 id) public view virtual returns (bool) {
        return _directFillsStorage().paid[id] != 0;
    }

    /// @dev Accepts a direct fill whose evidence was read and checked, and marks it paid. Make external calls only after this
    /// function.
    /// @dev Warning: measure the tokens that arrive, and pass the amount to `_checkTokenRange`. `FillDelivery` does both.
    /// @dev Warning: a token must go on to `terms.recipient`. If this contract keeps the token, the service sees no
    /// `Transfer` to the order's recipient. It then doesn't count the fill and doesn't repay the solver.
    function _acceptDirect(Terms memory terms, uint256 amount) internal {
        _checkNotPaid(terms.id);
        if (terms.token == address(0)) _checkTokenRange(terms.token, amount, amount);
        else _checkToken(terms.token);
        _accept(terms, amount);
        _markPaid(terms.id);
    }

    /// @dev Checks that no order and no request with this id was paid.
    function _checkNotPaid(bytes32 id) internal view virtual {
        if (_directFillsStorage().paid[id] != 0) revert RequestAlreadyPaid(id);
    }

    function _markPaid(bytes32 id) internal {
        _directFillsStorage().paid[id] = 1;
    }

    function _directFillsStorage() internal pure returns (DirectFillsStorage storage $) {
        assembly {
            $.slot := DIRECT_FILLS_STORAGE
        }
    }
}
