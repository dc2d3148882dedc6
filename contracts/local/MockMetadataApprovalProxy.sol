// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MetadataProxy} from "./MetadataProxy.sol";
import {Call3Value, Permit2612WithNonce, Permit3009, Result} from "./ServiceStructs.sol";

/// @title MockMetadataApprovalProxy
/// @notice Behaves as version 3 of the public approval proxy.
/// @dev Warning: For tests.
contract MockMetadataApprovalProxy is MetadataProxy {
    using SafeERC20 for IERC20;

    /// @notice The witness part of the EIP-712 type that a user signs for Permit2.
    // solhint-disable-next-line const-name-snakecase
    string public constant _RELAYER_WITNESS_TYPE_STRING =
        "RelayerWitness witness)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)RelayerWitness(address relayer,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values)TokenPermissions(address token,uint256 amount)";

    /// @notice The type hash of the witness.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _RELAYER_WITNESS_TYPEHASH =
        0x4b21a98ca11613e848d71d25db5eb5a6ee6e910560d8f8eebeff8ea5168af917;

    /// @notice Sets the proxy up.
    constructor(
        address initialOwner,
        address router,
        address permit2
    )
        MetadataProxy(initialOwner, router, permit2) // solhint-disable-next-line no-empty-blocks
    {}

    /// @notice Accepts native currency, which the owner can withdraw.
    receive() external payable {}

    /// @notice Sends the proxy's balance of `token` to the owner; zero is native currency.
    function withdraw(address token) external onlyOwner {
        if (token == address(0)) _sendNative(msg.sender);
        else IERC20(token).safeTransfer(msg.sender, IERC20(token).balanceOf(address(this)));
    }

    /// @notice Moves the caller's tokens into the router by ERC-2612 permits. The router then makes the calls.
    function permitTransferAndMulticall(
        Permit2612WithNonce[] calldata permits,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < permits.length; ++i) {
            Permit2612WithNonce calldata permit = permits[i];
            _usePermit(permit);
            IERC20(permit.token).safeTransferFrom(permit.owner, ROUTER, permit.value);
            _report(permit.owner, permit.token, permit.value, metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @notice Moves tokens into the router by ERC-3009 authorizations whose nonce is the hash of the calls. The router then
    /// makes the calls.
    function permit3009TransferAndMulticall(
        Permit3009[] calldata permits,
        address[] calldata tokens,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable returns (Result[] memory) {
        _requireLengths(tokens.length, permits.length);
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < permits.length; ++i) {
            _useAuthorization(tokens[i], permits[i], _hashWitness(calls, refundTo, nftRecipient, metadata));
            IERC20(tokens[i]).safeTransfer(ROUTER, permits[i].value);
            _report(permits[i].from, tokens[i], permits[i].value, metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @inheritdoc MetadataProxy
    function _report(address from, address token, uint256 amount, bytes calldata metadata) internal override {
        emit FundsMovement(from, ROUTER, token, amount, metadata);
    }

    /// @inheritdoc MetadataProxy
    /// @dev Does nothing: the multicall has sent the native currency, and tokens stay in the router.
    // solhint-disable-next-line no-empty-blocks
    function _sweep(address[] memory, address, bytes calldata) internal override {}

    /// @inheritdoc MetadataProxy
    function _hashWitness(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) internal view override returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    _RELAYER_WITNESS_TYPEHASH,
                    msg.sender,
                    refundTo,
                    nftRecipient,
                    keccak256(metadata),
                    _hashCalls(calls)
                )
            );
    }

    /// @inheritdoc MetadataProxy
    function _witnessType() internal pure override returns (string memory) {
        return _RELAYER_WITNESS_TYPE_STRING;
    }
}
