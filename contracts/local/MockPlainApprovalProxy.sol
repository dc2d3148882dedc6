// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MockPlainRouter} from "./MockPlainRouter.sol";
import {IPermit2Batch, ProxyCore} from "./ProxyCore.sol";
import {Call3Value, Permit2612WithNonce, Permit3009, PermitBatchTransferFrom, Result} from "./ServiceStructs.sol";

/// @title MockPlainApprovalProxy
/// @notice Behaves as version 2.1 of the public approval proxy: no metadata, no events for its own transfers, and an owner
/// who can change the router.
/// @dev Warning: For tests.
contract MockPlainApprovalProxy is ProxyCore {
    using SafeERC20 for IERC20;

    /// @notice The witness part of the EIP-712 type that a user signs for Permit2.
    // solhint-disable-next-line const-name-snakecase
    string public constant _RELAYER_WITNESS_TYPE_STRING =
        "RelayerWitness witness)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)RelayerWitness(address relayer,address refundTo,address nftRecipient,Call3Value[] call3Values)TokenPermissions(address token,uint256 amount)";

    /// @notice The type hash of the witness.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _RELAYER_WITNESS_TYPEHASH =
        0xe23dc67d94bc5ccc95cdaa7f8c7e41f4c3b78d9d1e7baad8604a2773456e2b3c;

    /// @notice The router that makes the calls.
    address public router;

    address private _permit2;

    /// @notice The owner changed the router.
    event RouterUpdated(address newRouter);

    /// @notice The owner changed the Permit2 contract.
    event Permit2Updated(address newPermit2);

    /// @notice Sets the proxy up.
    constructor(address initialOwner, address router_, address permit2) {
        _setOwner(initialOwner);
        router = router_;
        _permit2 = permit2;
    }

    /// @notice Accepts native currency, which the owner can withdraw.
    receive() external payable {}

    /// @notice Sends the proxy's native balance to the owner.
    function withdraw() external onlyOwner {
        _sendNative(msg.sender);
    }

    /// @notice Changes the router.
    function setRouter(address newRouter) external onlyOwner {
        router = newRouter;
        emit RouterUpdated(newRouter);
    }

    /// @notice Changes the Permit2 contract.
    function setPermit2(address newPermit2) external onlyOwner {
        _permit2 = newPermit2;
        emit Permit2Updated(newPermit2);
    }

    /// @notice Moves the caller's tokens into the router, which then makes the calls. The caller must have approved the
    /// proxy.
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable returns (Result[] memory) {
        _requireLengths(tokens.length, amounts.length);
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < tokens.length; ++i) {
            IERC20(tokens[i]).safeTransferFrom(msg.sender, router, amounts[i]);
        }
        return _multicall(calls, refundTo, nftRecipient);
    }

    /// @notice Moves the caller's tokens into the router by ERC-2612 permits. The router then makes the calls.
    function permitTransferAndMulticall(
        Permit2612WithNonce[] calldata permits,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < permits.length; ++i) {
            Permit2612WithNonce calldata permit = permits[i];
            _usePermit(permit);
            IERC20(permit.token).safeTransferFrom(permit.owner, router, permit.value);
        }
        return _multicall(calls, refundTo, nftRecipient);
    }

    /// @notice Moves the tokens that `user` signed for in Permit2 into the router, which then makes the calls. If the
    /// signature is empty, the router only makes the calls.
    function permit2TransferAndMulticall(
        address user,
        PermitBatchTransferFrom calldata permit,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata permitSignature
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        if (permitSignature.length != 0) {
            IPermit2Batch(_permit2).permitWitnessTransferFrom(
                permit,
                _transfersTo(router, permit),
                user,
                _hashWitness(calls, refundTo, nftRecipient),
                _RELAYER_WITNESS_TYPE_STRING,
                permitSignature
            );
        }
        return _multicall(calls, refundTo, nftRecipient);
    }

    /// @notice Moves tokens into the router by ERC-3009 authorizations whose nonce is the hash of the calls. The router then
    /// makes the calls.
    function permit3009TransferAndMulticall(
        Permit3009[] calldata permits,
        address[] calldata tokens,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        _requireLengths(tokens.length, permits.length);
        for (uint256 i = 0; i < permits.length; ++i) {
            _useAuthorization(tokens[i], permits[i], _hashWitness(calls, refundTo, nftRecipient));
            IERC20(tokens[i]).safeTransfer(router, permits[i].value);
        }
        return _multicall(calls, refundTo, nftRecipient);
    }

    function _multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) private returns (Result[] memory) {
        return MockPlainRouter(payable(router)).multicall{value: msg.value}(calls, refundTo, nftRecipient);
    }

    /// @dev Hashes the witness. The witness names the caller, so that only this caller can use the signature.
    function _hashWitness(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient
    ) private view returns (bytes32) {
        return keccak256(abi.encode(_RELAYER_WITNESS_TYPEHASH, msg.sender, refundTo, nftRecipient, _hashCalls(calls)));
    }
}
