// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {RouterCore} from "./RouterCore.sol";
import {Call3Value, Result} from "./ServiceStructs.sol";
import {ServiceTransfers} from "./ServiceTransfers.sol";

/// @title MetadataRouter
/// @notice The functions of the public routers that take metadata. Every function is guarded. `multicall` and the plain
/// cleanups report the funds that they move, with the caller's metadata.
/// @dev Warning: For tests.
abstract contract MetadataRouter is RouterCore {
    /// @notice Funds came into the router, or left it. Native currency is the zero address.
    event FundsMovement(address from, address to, address currency, uint256 amount, bytes metadata);

    /// @notice Makes `calls` in order, then sends the whole native balance to `refundTo`.
    /// @param calls The calls.
    /// @param refundTo Gets the remaining native currency; zero means the caller.
    /// @param nftRecipient Gets NFTs that arrive during the calls; zero leaves the recipient unchanged.
    /// @param metadata Copied into the events.
    /// @return results The result of each call.
    function multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable onlyStoredSender returns (Result[] memory results) {
        if (msg.value != 0) emit FundsMovement(msg.sender, address(this), address(0), msg.value, metadata);
        results = _callAll(calls, nftRecipient);
        cleanupNative(0, refundTo, metadata);
    }

    /// @notice Sends tokens that are in the router. Amount 0 means the whole balance.
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts,
        bytes calldata metadata
    ) external onlyStoredSender {
        uint256 count = tokens.length;
        if (count != recipients.length || count != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < count; ++i) {
            uint256 amount = _orTokenBalance(tokens[i], amounts[i]);
            if (amount == 0) continue;
            ServiceTransfers.send(tokens[i], recipients[i], amount);
            emit FundsMovement(address(this), recipients[i], tokens[i], amount, metadata);
        }
    }

    /// @notice For each index, approves `tos[i]` to spend `tokens[i]`, then calls `tos[i]`. Amount 0 means the whole balance.
    function cleanupErc20sViaCall(
        address[] calldata tokens,
        address[] calldata tos,
        bytes[] calldata datas,
        uint256[] calldata amounts
    ) external onlyStoredSender {
        _spendErc20s(tokens, tos, datas, amounts);
    }

    /// @notice Calls `to` with native currency that is in the router. Amount 0 means the whole balance.
    function cleanupNativeViaCall(uint256 amount, address to, bytes calldata data) external virtual onlyStoredSender {
        _spendNative(amount, to, data);
    }

    /// @notice Sends native currency that is in the router. Amount 0 means the whole balance; recipient zero means the
    /// caller.
    function cleanupNative(uint256 amount, address recipient, bytes calldata metadata) public onlyStoredSender {
        (address to, uint256 paid) = _payNative(amount, recipient);
        if (paid != 0) emit FundsMovement(address(this), to, address(0), paid, metadata);
    }

    /// @inheritdoc RouterCore
    function _writeRecipient(address recipient) internal override {
        uint256 slot = RECIPIENT_SLOT;
        assembly ("memory-safe") {
            sstore(slot, recipient)
        }
    }

    /// @inheritdoc RouterCore
    function _readRecipient() internal view override returns (address recipient) {
        uint256 slot = RECIPIENT_SLOT;
        assembly ("memory-safe") {
            recipient := sload(slot)
        }
    }
}
