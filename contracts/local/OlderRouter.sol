// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {RouterCore} from "./RouterCore.sol";
import {SenderGuard} from "./SenderGuard.sol";
import {Call3Value} from "./ServiceStructs.sol";

/// @title OlderRouter
/// @notice The common part of the routers that log the data of a call.
/// @dev Warning: For tests. A call to the zero address succeeds.
abstract contract OlderRouter is RouterCore {
    /// @notice A call succeeded.
    event SolverCallExecuted(address to, bytes data, uint256 amount);

    /// @inheritdoc RouterCore
    function _report(Call3Value calldata call) internal override {
        emit SolverCallExecuted(call.target, call.callData, call.value);
    }

    /// @inheritdoc RouterCore
    /// @dev A multicall clears the recipient at its end, even a recipient that another multicall set.
    function _setRecipient(address nftRecipient) internal override returns (bool isSet) {
        if (nftRecipient == address(this)) revert InvalidRecipient(address(this));
        if (nftRecipient != address(0)) _writeRecipient(nftRecipient);
        return true;
    }

    /// @inheritdoc RouterCore
    function _spendErc20(address token, address to, bytes calldata data, uint256 amount) internal override {
        IERC20(token).approve(to, amount);
        _callOrFail(to, 0, data);
    }

    /// @inheritdoc RouterCore
    // solhint-disable-next-line no-empty-blocks
    function _checkTarget(address) internal pure override {}

    /// @inheritdoc SenderGuard
    function _isOutermostOnly() internal pure override returns (bool) {
        return false;
    }
}
