// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MetadataRouter} from "./MetadataRouter.sol";
import {IPermit2Batch, ProxyCore} from "./ProxyCore.sol";
import {Call3Value, PermitBatchTransferFrom, Result} from "./ServiceStructs.sol";

/// @title MetadataProxy
/// @notice The common part of the approval proxies of routers with metadata. In one transaction the proxy moves tokens into
/// the router and has the router make calls. Accounts approve the proxy, never the router.
/// @dev Warning: For tests.
abstract contract MetadataProxy is ProxyCore {
    using SafeERC20 for IERC20;

    address internal immutable ROUTER;
    address private immutable PERMIT2;

    /// @notice Funds went to the router. Native currency is the zero address.
    event FundsMovement(address from, address to, address currency, uint256 amount, bytes metadata);

    /// @dev Sets the proxy up.
    constructor(address initialOwner, address router, address permit2) {
        _setOwner(initialOwner);
        ROUTER = router;
        PERMIT2 = permit2;
    }

    /// @notice Moves the caller's tokens into the router, which then makes the calls. The caller must have approved the
    /// proxy.
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
            _report(msg.sender, tokens[i], amounts[i], metadata);
        }
        return _multicall(calls, refundTo, nftRecipient, metadata);
    }

    /// @notice Moves the tokens that `user` signed for in Permit2 into the router, which then makes the calls. If the
    /// signature is empty, the router only makes the calls.
    function permit2TransferAndMulticall(
        address user,
        PermitBatchTransferFrom calldata permit,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata,
        bytes calldata permitSignature
    ) external payable returns (Result[] memory results) {
        _requireRefundTo(refundTo);
        bool isSigned = permitSignature.length != 0;
        if (isSigned) {
            _take(user, permit, _hashWitness(calls, refundTo, nftRecipient, metadata), metadata, permitSignature);
        }
        results = _multicall(calls, refundTo, nftRecipient, metadata);
        address[] memory tokens = new address[](isSigned ? permit.permitted.length : 0);
        for (uint256 i = 0; i < tokens.length; ++i) tokens[i] = permit.permitted[i].token;
        _sweep(tokens, refundTo, metadata);
    }

    /// @dev Returns the witness part of the EIP-712 type that a user signs for Permit2.
    function _witnessType() internal pure virtual returns (string memory);

    /// @dev Hashes the witness. The witness names the caller, so that only this caller can use the signature.
    function _hashWitness(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) internal view virtual returns (bytes32);

    /// @dev Reports tokens that went to the router.
    function _report(address from, address token, uint256 amount, bytes calldata metadata) internal virtual;

    /// @dev Sends to `refundTo` the tokens that remain in the router after a multicall with permits.
    function _sweep(address[] memory tokens, address refundTo, bytes calldata metadata) internal virtual;

    function _multicall(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) internal returns (Result[] memory) {
        return MetadataRouter(payable(ROUTER)).multicall{value: msg.value}(calls, refundTo, nftRecipient, metadata);
    }

    function _take(
        address user,
        PermitBatchTransferFrom calldata permit,
        bytes32 witness,
        bytes calldata metadata,
        bytes calldata signature
    ) private {
        for (uint256 i = 0; i < permit.permitted.length; ++i) {
            _report(user, permit.permitted[i].token, permit.permitted[i].amount, metadata);
        }
        IPermit2Batch(PERMIT2).permitWitnessTransferFrom(
            permit,
            _transfersTo(ROUTER, permit),
            user,
            witness,
            _witnessType(),
            signature
        );
    }
}
