// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OlderRouter} from "./OlderRouter.sol";
import {RouterCore} from "./RouterCore.sol";
import {Call3Value, Result} from "./ServiceStructs.sol";
import {ServiceTransfers} from "./ServiceTransfers.sol";

/// @title MockPlainRouter
/// @notice Behaves as version 2.1 of the public multicall router: no metadata, and only `multicall` is guarded.
/// @dev Warning: For tests. Anyone can take what it holds, even while a multicall runs.
contract MockPlainRouter is OlderRouter {
    /// @dev The first storage slot holds the slot of the recipient, as in the public contract.
    uint256 private _recipientSlot = RECIPIENT_SLOT;

    /// @notice Declared by the public router, which never uses it.
    error InvalidTarget(address target);

    /// @notice Makes `calls` in order, then sends the whole native balance to `refundTo`.
    /// @param calls The calls.
    /// @param refundTo Gets the remaining native currency; zero means the caller.
    /// @param nftRecipient Gets NFTs that arrive during the calls; zero leaves the recipient unchanged.
    /// @return results The result of each call.
    function multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable onlyStoredSender returns (Result[] memory results) {
        results = _callAll(calls, nftRecipient);
        _payNative(0, refundTo);
    }

    /// @notice Sends tokens that are in the router. Amount 0 means the whole balance.
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        uint256 count = tokens.length;
        if (count != recipients.length || count != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < count; ++i) {
            uint256 amount = _orTokenBalance(tokens[i], amounts[i]);
            if (amount != 0) ServiceTransfers.send(tokens[i], recipients[i], amount);
        }
    }

    /// @notice For each index, approves `tos[i]` to spend `tokens[i]`, then calls `tos[i]`. Amount 0 means the whole balance.
    function cleanupErc20sViaCall(
        address[] calldata tokens,
        address[] calldata tos,
        bytes[] calldata datas,
        uint256[] calldata amounts
    ) external {
        _spendErc20s(tokens, tos, datas, amounts);
    }

    /// @notice Sends native currency that is in the router. Amount 0 means the whole balance; recipient zero means the
    /// caller.
    function cleanupNative(uint256 amount, address recipient) external {
        _payNative(amount, recipient);
    }

    /// @notice Calls `to` with native currency that is in the router. Amount 0 means the whole balance.
    function cleanupNativeViaCall(uint256 amount, address to, bytes calldata data) external {
        _spendNative(amount, to, data);
    }

    /// @inheritdoc RouterCore
    function _writeRecipient(address recipient) internal override {
        uint256 slot = _recipientSlot;
        assembly ("memory-safe") {
            tstore(slot, recipient)
        }
    }

    /// @inheritdoc RouterCore
    function _readRecipient() internal view override returns (address recipient) {
        uint256 slot = _recipientSlot;
        assembly ("memory-safe") {
            recipient := tload(slot)
        }
    }
}
