// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MockRouter} from "./MockRouter.sol";
import {IPermit2Batch, ProxyCore} from "./ProxyCore.sol";
import {Call3Value, Permit2612, Permit3009, PermitBatchTransferFrom, Result} from "./ServiceStructs.sol";

/// @title MockApprovalProxy
/// @notice Behaves as version 3 of the public approval proxy: it brings tokens into the router and has the router make
/// calls, in one transaction. Accounts approve the proxy, never the router.
/// @dev Warning: For tests.
contract MockApprovalProxy is ProxyCore {
    using SafeERC20 for IERC20;

    /// @notice The end of the type that a Permit2 signature covers.
    // solhint-disable-next-line const-name-snakecase
    string public constant _RELAYER_WITNESS_TYPE_STRING =
        "RelayerWitness witness)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)RelayerWitness(address relayer,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values)TokenPermissions(address token,uint256 amount)";

    /// @notice The type hash of the witness.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _RELAYER_WITNESS_TYPEHASH =
        0x4b21a98ca11613e848d71d25db5eb5a6ee6e910560d8f8eebeff8ea5168af917;

    address private immutable ROUTER;
    address private immutable PERMIT2;

    /// @notice Funds went to the router. Native currency is the zero address.
    event FundsMovement(address from, address to, address currency, uint256 amount, bytes metadata);

    /// @notice Sets the proxy up.
    constructor(address initialOwner, address router, address permit2) {
        _setOwner(initialOwner);
        ROUTER = router;
        PERMIT2 = permit2;
    }

    /// @notice Sends what lies in the proxy to the owner; zero is native currency.
    function withdraw(address token) external onlyOwner {
        if (token == address(0)) _sendNative(msg.sender);
        else IERC20(token).safeTransfer(msg.sender, IERC20(token).balanceOf(address(this)));
    }

    /// @notice Brings the caller's tokens, which it has approved, and makes the calls.
    function transferAndMulticall(
        address[] calldata tokens,
        uint256[] calldata amounts,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable returns (Result[] memory) {
        _requireLengths(tokens.length, amounts.length);
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < tokens.length; ++i) {
            IERC20(tokens[i]).safeTransferFrom(msg.sender, ROUTER, amounts[i]);
            emit FundsMovement(msg.sender, ROUTER, tokens[i], amounts[i], metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @notice Brings the caller's tokens with ERC-2612 permits, and makes the calls.
    function permitTransferAndMulticall(
        Permit2612[] calldata permits,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        for (uint256 i = 0; i < permits.length; ++i) {
            Permit2612 calldata permit = permits[i];
            _usePermit(permit);
            IERC20(permit.token).safeTransferFrom(permit.owner, ROUTER, permit.value);
            emit FundsMovement(permit.owner, ROUTER, permit.token, permit.value, metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @notice Brings the tokens that `user` signed for in Permit2, and makes the calls. Without a signature it only makes
    /// the calls.
    function permit2TransferAndMulticall(
        address user,
        PermitBatchTransferFrom calldata permit,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata,
        bytes calldata permitSignature
    ) external payable returns (Result[] memory) {
        _requireRefundTo(refundTo);
        if (permitSignature.length != 0) {
            for (uint256 i = 0; i < permit.permitted.length; ++i) {
                emit FundsMovement(user, ROUTER, permit.permitted[i].token, permit.permitted[i].amount, metadata);
            }
            IPermit2Batch(PERMIT2).permitWitnessTransferFrom(
                permit,
                _transfersTo(ROUTER, permit),
                user,
                _hashWitness(calls, refundTo, nftRecipient, metadata),
                _RELAYER_WITNESS_TYPE_STRING,
                permitSignature
            );
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @notice Brings tokens with ERC-3009 authorizations whose nonce is the hash of the calls, and makes the calls.
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
            emit FundsMovement(permits[i].from, ROUTER, tokens[i], permits[i].value, metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    function _multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) private returns (Result[] memory) {
        return MockRouter(payable(ROUTER)).multicall{value: msg.value}(calls, refundTo, nftRecipient, metadata);
    }

    /// @dev Names the caller, so that only this caller can use the signature.
    function _hashWitness(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) private view returns (bytes32) {
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
}
