// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MetadataRouter} from "./MetadataRouter.sol";
import {RouterCore} from "./RouterCore.sol";
import {SenderGuard} from "./SenderGuard.sol";
import {Call3Value} from "./ServiceStructs.sol";

/// @title MockHashRouter
/// @notice Behaves as version 3.2 of the public multicall router. It logs the hash of a call's data and refuses calls to the
/// zero address. The guard holds until the outermost function ends.
/// @dev Warning: For tests. Anyone can take funds that a transaction leaves here.
contract MockHashRouter is MetadataRouter {
    using SafeERC20 for IERC20;

    /// @notice The version of the public contract.
    string public constant VERSION = "3.2";

    /// @notice A call succeeded. `dataHash` is the keccak256 of its data.
    event SolverCallExecuted(address to, bytes32 dataHash, uint256 amount);

    /// @notice No call may go to `target`, not even a call that is allowed to fail.
    error InvalidTarget(address target);

    /// @notice This multicall runs inside another multicall, which sends NFTs to `current`.
    error RecipientAlreadySet(address current, address requested);

    /// @inheritdoc MetadataRouter
    function cleanupNativeViaCall(uint256 amount, address to, bytes calldata data) external override onlyStoredSender {
        uint256 value = _spendNative(amount, to, data);
        if (value != 0) emit FundsMovement(address(this), to, address(0), value, "");
    }

    /// @inheritdoc RouterCore
    function _report(Call3Value calldata call) internal override {
        emit SolverCallExecuted(call.target, keccak256(call.callData), call.value);
    }

    /// @inheritdoc RouterCore
    /// @dev Only the multicall that set the recipient clears it.
    function _setRecipient(address nftRecipient) internal override returns (bool isSet) {
        if (nftRecipient == address(0)) return false;
        address current = _readRecipient();
        if (current == nftRecipient) return false;
        if (current != address(0)) revert RecipientAlreadySet(current, nftRecipient);
        if (nftRecipient == address(this)) revert InvalidRecipient(address(this));
        _writeRecipient(nftRecipient);
        return true;
    }

    /// @inheritdoc RouterCore
    /// @dev Sets an allowance to zero first if the token requires that. Reports the amount that `to` took; the rest of the
    /// allowance stays.
    function _spendErc20(address token, address to, bytes calldata data, uint256 amount) internal override {
        uint256 balance = IERC20(token).balanceOf(address(this));
        IERC20(token).forceApprove(to, amount);
        _callOrFail(to, 0, data);
        uint256 left = IERC20(token).balanceOf(address(this));
        if (left < balance) emit FundsMovement(address(this), to, token, balance - left, "");
    }

    /// @inheritdoc RouterCore
    function _checkTarget(address target) internal pure override {
        if (target == address(0)) revert InvalidTarget(target);
    }

    /// @inheritdoc SenderGuard
    function _isOutermostOnly() internal pure override returns (bool) {
        return true;
    }
}
