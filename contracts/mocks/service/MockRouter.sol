// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title MockRouter
/// @notice Runs an order's calls in one transaction, as the public multicall router does. The calls see it as their
/// sender, so a token that they need must be in this contract before they run.
/// @dev Warning: Whatever is left here after a transaction belongs to the first one who asks for it. Never approve it
/// and never send to it except in the transaction, or right before the transaction, that uses it up.
contract MockRouter is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice One call. With `allowFailure` its failure does not stop the others; `value` is in wei.
    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    /// @notice What a call returned.
    struct Result {
        bool success;
        bytes returnData;
    }

    /// @notice The call at `index` failed and gave no reason.
    error CallFailed(uint256 index);

    /// @notice Tokens, recipients and amounts are not of one length.
    error ArrayLengthsMismatch();

    /// @notice This router takes no NFTs.
    error NftRecipientNotSupported(address nftRecipient);

    /// @notice Takes native currency from the calls' targets.
    receive() external payable {}

    /// @notice Runs `calls` in order, all or nothing except where a call allows failure.
    /// @dev A failing call's own revert data is passed on. Native currency that is left goes to `refundTo`.
    /// @param calls The calls.
    /// @param refundTo Who gets what is left of the native currency; zero is the caller.
    /// @param nftRecipient Kept for the public router's signature: must be zero.
    /// @return results What each call returned.
    function multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable nonReentrant returns (Result[] memory results) {
        if (nftRecipient != address(0)) revert NftRecipientNotSupported(nftRecipient);
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory data) = calls[i].target.call{value: calls[i].value}(calls[i].callData);
            if (!success && !calls[i].allowFailure) {
                if (data.length == 0) revert CallFailed(i);
                assembly ("memory-safe") {
                    revert(add(data, 32), mload(data))
                }
            }
            results[i] = Result(success, data);
        }
        _sendNative(0, refundTo);
    }

    /// @notice Sends tokens that are in this contract. Mostly the last of a multicall's own calls.
    /// @param tokens The tokens.
    /// @param recipients Who gets them; zero is the caller.
    /// @param amounts How much, in each token's smallest unit; 0 is the whole balance.
    function cleanupErc20s(
        address[] calldata tokens,
        address[] calldata recipients,
        uint256[] calldata amounts
    ) external {
        _onlyOutsideOrSelf();
        if (tokens.length != recipients.length || tokens.length != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < tokens.length; ++i) {
            IERC20 token = IERC20(tokens[i]);
            uint256 amount = amounts[i] == 0 ? token.balanceOf(address(this)) : amounts[i];
            if (amount != 0) token.safeTransfer(_orSender(recipients[i]), amount);
        }
    }

    /// @notice Sends native currency that is in this contract.
    /// @param amount How much, in wei; 0 is the whole balance.
    /// @param recipient Who gets it; zero is the caller.
    function cleanupNative(uint256 amount, address recipient) external {
        _onlyOutsideOrSelf();
        _sendNative(amount, recipient);
    }

    /// @dev 0 is the whole balance, and an empty balance is no error.
    function _sendNative(uint256 amount, address recipient) private {
        uint256 sent = amount == 0 ? address(this).balance : amount;
        if (sent != 0) Address.sendValue(payable(_orSender(recipient)), sent);
    }

    /// @dev While a multicall runs, a target must not take what the calls after it need.
    function _onlyOutsideOrSelf() private view {
        if (_reentrancyGuardEntered() && msg.sender != address(this)) revert ReentrancyGuardReentrantCall();
    }

    /// @dev Zero stands for the caller.
    function _orSender(address recipient) private view returns (address) {
        return recipient == address(0) ? msg.sender : recipient;
    }
}
