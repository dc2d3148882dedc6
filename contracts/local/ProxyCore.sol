// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ServiceOwner} from "./ServiceOwner.sol";
import {
    Call3Value,
    Permit2612,
    Permit2612WithNonce,
    Permit3009,
    PermitBatchTransferFrom,
    SignatureTransferDetails
} from "./ServiceStructs.sol";

/// @notice The function of Permit2 that an approval proxy calls.
interface IPermit2Batch {
    /// @notice Transfers the tokens that `owner` signed for, together with a witness.
    function permitWitnessTransferFrom(
        PermitBatchTransferFrom calldata permit,
        SignatureTransferDetails[] calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}

/// @notice The function of an ERC-3009 token that an approval proxy calls.
interface IReceiveWithAuthorization {
    /// @notice Transfers the tokens that `from` authorized to the caller.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// @title ProxyCore
/// @notice The functions that the approval proxies of all routers share.
/// @dev Warning: For tests. A proxy holds nothing between transactions, unless someone sends it something.
abstract contract ProxyCore is ServiceOwner {
    /// @notice The type hash of one call.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _CALL3VALUE_TYPEHASH = 0xfd3926a097b5d365885a8c0afe16fa80ed4d377e8627017476dfe9729e8a6cde;

    /// @dev Enough gas for an account that runs code when it receives native currency.
    uint256 private constant SEND_GAS = 100_000;

    /// @notice Two arrays have different lengths.
    error ArrayLengthsMismatch();

    /// @notice The owner refused native currency.
    error NativeTransferFailed();

    /// @notice `refundTo` is zero, which would send the rest to the proxy.
    error RefundToCannotBeZeroAddress();

    /// @dev Ignores the permit's `nonce`: the token checks the nonce.
    function _usePermit(Permit2612WithNonce calldata permit) internal {
        _usePermit(
            Permit2612({
                token: permit.token,
                owner: permit.owner,
                value: permit.value,
                deadline: permit.deadline,
                v: permit.v,
                r: permit.r,
                s: permit.s
            })
        );
    }

    /// @dev If the permit fails, for example because someone else used it first, the allowance must already cover the value.
    function _usePermit(Permit2612 memory permit) internal {
        if (permit.owner != msg.sender) revert Unauthorized();
        try
            IERC20Permit(permit.token).permit(
                permit.owner,
                address(this),
                permit.value,
                permit.deadline,
                permit.v,
                permit.r,
                permit.s
            )
        {} catch {
            uint256 allowance = IERC20(permit.token).allowance(permit.owner, address(this));
            // solhint-disable-next-line gas-custom-errors
            require(allowance >= permit.value, "Permit failure");
        }
    }

    function _useAuthorization(address token, Permit3009 calldata permit, bytes32 nonce) internal {
        IReceiveWithAuthorization(token).receiveWithAuthorization(
            permit.from,
            address(this),
            permit.value,
            permit.validAfter,
            permit.validBefore,
            nonce,
            permit.v,
            permit.r,
            permit.s
        );
    }

    function _sendNative(address to) internal {
        _sendNative(to, address(this).balance, SEND_GAS);
    }

    function _sendNative(address to, uint256 amount, uint256 gasLimit) internal {
        (bool success, ) = to.call{value: amount, gas: gasLimit}("");
        if (!success) revert NativeTransferFailed();
    }

    /// @dev Returns the details of a Permit2 transfer of every permitted amount to the router.
    function _transfersTo(
        address router,
        PermitBatchTransferFrom calldata permit
    ) internal pure returns (SignatureTransferDetails[] memory details) {
        details = new SignatureTransferDetails[](permit.permitted.length);
        for (uint256 i = 0; i < details.length; ++i) {
            details[i] = SignatureTransferDetails(router, permit.permitted[i].amount);
        }
    }

    function _hashCalls(Call3Value[] calldata calls) internal pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Call3Value calldata one = calls[i];
            hashes[i] = keccak256(
                abi.encode(_CALL3VALUE_TYPEHASH, one.target, one.allowFailure, one.value, keccak256(one.callData))
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }

    function _requireRefundTo(address refundTo) internal pure {
        if (refundTo == address(0)) revert RefundToCannotBeZeroAddress();
    }

    function _requireLengths(uint256 one, uint256 other) internal pure {
        if (one != other) revert ArrayLengthsMismatch();
    }
}
