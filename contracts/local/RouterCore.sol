// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {SenderGuard} from "./SenderGuard.sol";
import {Call3Value, Result} from "./ServiceStructs.sol";
import {ServiceTransfers} from "./ServiceTransfers.sol";

/// @title RouterCore
/// @notice The functions that all public multicall routers share.
/// @dev Warning: For tests. Anyone can take funds that a transaction leaves in a router.
abstract contract RouterCore is SenderGuard {
    /// @dev `keccak256("RelayRouter.recipient") - 1`.
    uint256 internal constant RECIPIENT_SLOT = 0x72dc4effd7d159affb1f4d451190a65a842cb9499f45eb1ae60b404ca68ad9d8;

    /// @notice Native currency arrived in the router, or left it in a cleanup.
    event SolverNativeTransfer(address to, uint256 amount);

    /// @notice The router can't be the recipient of NFTs.
    error InvalidRecipient(address recipient);

    /// @notice Declared by the public router, which never uses it.
    error NativeTransferFailed();

    /// @notice An NFT arrived while no recipient was set.
    error NoRecipientSet();

    /// @notice The arrays of a cleanup have different lengths.
    error ArrayLengthsMismatch();

    /// @notice The call of a cleanup failed.
    error CallFailed();

    /// @notice Accepts native currency. The value of a multicall doesn't pass through here.
    receive() external payable {
        emit SolverNativeTransfer(address(this), msg.value);
    }

    /// @notice Passes an ERC-721 token on to the recipient of the running multicall.
    function onERC721Received(address, address, uint256 tokenId, bytes calldata data) external returns (bytes4) {
        IERC721(msg.sender).safeTransferFrom(address(this), _requireRecipient(), tokenId, data);
        return this.onERC721Received.selector;
    }

    /// @notice Passes ERC-1155 tokens on to the recipient of the running multicall.
    function onERC1155Received(
        address,
        address,
        uint256 id,
        uint256 value,
        bytes calldata data
    ) external returns (bytes4) {
        IERC1155(msg.sender).safeTransferFrom(address(this), _requireRecipient(), id, value, data);
        return this.onERC1155Received.selector;
    }

    /// @notice Passes ERC-1155 tokens on to the recipient of the running multicall.
    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4) {
        IERC1155(msg.sender).safeBatchTransferFrom(address(this), _requireRecipient(), ids, values, data);
        return this.onERC1155BatchReceived.selector;
    }

    /// @dev Makes the calls while `nftRecipient` is set. If a call fails, its own revert data is passed on, even when empty.
    function _callAll(Call3Value[] calldata calls, address nftRecipient) internal returns (Result[] memory results) {
        bool isSet = _setRecipient(nftRecipient);
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Call3Value calldata one = calls[i];
            _checkTarget(one.target);
            (bool success, bytes memory data) = one.target.call{value: one.value}(one.callData);
            results[i] = Result(success, data);
            if (success) {
                _report(one);
            } else if (!one.allowFailure) {
                assembly ("memory-safe") {
                    revert(add(data, 32), mload(data))
                }
            }
        }
        if (isSet && _readRecipient() != address(0)) _writeRecipient(address(0));
    }

    /// @dev Sends native currency. Amount zero means the whole balance; recipient zero means the caller. Sends nothing and
    /// returns `paid` 0 if there is no balance.
    function _payNative(uint256 amount, address recipient) internal returns (address to, uint256 paid) {
        to = recipient == address(0) ? msg.sender : recipient;
        paid = _orBalance(amount);
        if (paid == 0) return (to, paid);
        ServiceTransfers.sendNative(to, paid);
        emit SolverNativeTransfer(to, paid);
    }

    /// @dev For each index, approves `tos[i]` to spend `tokens[i]`, then calls `tos[i]`. Amount zero means the whole balance.
    /// An allowance that is not used up stays.
    function _spendErc20s(
        address[] calldata tokens,
        address[] calldata tos,
        bytes[] calldata datas,
        uint256[] calldata amounts
    ) internal {
        uint256 count = tokens.length;
        if (count != tos.length || count != datas.length || count != amounts.length) revert ArrayLengthsMismatch();
        for (uint256 i = 0; i < count; ++i) {
            uint256 amount = _orTokenBalance(tokens[i], amounts[i]);
            if (amount == 0) continue;
            _spendErc20(tokens[i], tos[i], datas[i], amount);
        }
    }

    /// @dev Calls `to` with native currency. Amount zero means the whole balance. Makes no call and returns 0 if there is no
    /// balance.
    function _spendNative(uint256 amount, address to, bytes calldata data) internal returns (uint256 value) {
        value = _orBalance(amount);
        if (value != 0) _callOrFail(to, value, data);
    }

    function _callOrFail(address to, uint256 value, bytes calldata data) internal {
        (bool success, ) = to.call{value: value}(data);
        if (!success) revert CallFailed();
    }

    /// @dev Emits the router's event for a call that succeeded.
    function _report(Call3Value calldata call) internal virtual;

    /// @dev Sets the recipient of NFTs, and returns whether this multicall clears it.
    function _setRecipient(address nftRecipient) internal virtual returns (bool isSet);

    /// @dev Approves `to` to spend `amount` of the token, and calls `to`.
    function _spendErc20(address token, address to, bytes calldata data, uint256 amount) internal virtual;

    function _checkTarget(address target) internal pure virtual;

    function _orTokenBalance(address token, uint256 amount) internal view returns (uint256) {
        return amount == 0 ? IERC20(token).balanceOf(address(this)) : amount;
    }

    function _writeRecipient(address recipient) internal virtual;

    function _readRecipient() internal view virtual returns (address);

    function _requireRecipient() private view returns (address recipient) {
        recipient = _readRecipient();
        if (recipient == address(0)) revert NoRecipientSet();
    }

    function _orBalance(uint256 amount) private view returns (uint256) {
        return amount == 0 ? address(this).balance : amount;
    }
}
