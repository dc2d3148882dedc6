// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IPermit2Batch} from "../../local/ProxyCore.sol";
import {PermitBatchTransferFrom, SignatureTransferDetails} from "../../local/ServiceStructs.sol";

/// @title MockPermit2
/// @notice Replaces Permit2 for an approval proxy: emits each request, and transfers by allowance.
/// @dev Warning: For tests. It checks no signature.
contract MockPermit2 is IPermit2Batch {
    using SafeERC20 for IERC20;

    /// @notice A caller's request.
    event Asked(address spender, address owner, bytes32 witness, string witnessTypeString, bytes signature);

    /// @inheritdoc IPermit2Batch
    function permitWitnessTransferFrom(
        PermitBatchTransferFrom calldata permit,
        SignatureTransferDetails[] calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        emit Asked(msg.sender, owner, witness, witnessTypeString, signature);
        for (uint256 i = 0; i < details.length; ++i) {
            IERC20(permit.permitted[i].token).safeTransferFrom(owner, details[i].to, details[i].requestedAmount);
        }
    }
}
