// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title BoundedCalls
/// @notice Calls contracts that may be hostile, and copies at most 256 bytes of return data. Reads and approves tokens with
/// the same limit, which OpenZeppelin's SafeERC20 does not have.
/// @dev A callee that returns megabytes would make its caller pay for the memory.
library BoundedCalls {
    /// @notice The token does not return a balance.
    error TokenUnreadable(address token);
    /// @notice The token refused an approval.
    error ApprovalFailed(address token, address spender, uint256 amount);

    /// @notice Calls `target`; returns whether it succeeded, and at most 256 bytes of its return data.
    /// @dev Warning: succeeds for an account without code.
    function tryCall(
        address target,
        uint256 value,
        bytes memory data
    ) internal returns (bool ok, bytes memory returned) {
        assembly ("memory-safe") {
            ok := call(gas(), target, value, add(data, 0x20), mload(data), 0, 0)
            let size := returndatasize()
            if gt(size, 256) {
                size := 256
            }
            // Without return data, `returned` stays empty.
            if size {
                returned := mload(0x40)
                mstore(0x40, add(returned, 0x120))
                mstore(returned, size)
                returndatacopy(add(returned, 0x20), 0, size)
            }
        }
    }

    /// @notice Returns the balance of `account`, in the token's smallest unit.
    function balanceOf(address token, address account) internal view returns (uint256 amount) {
        bool ok;
        (ok, amount) = _read(token, abi.encodeCall(IERC20.balanceOf, (account)));
        // If this returned 0, a later successful read would count the whole balance as received.
        if (!ok) revert TokenUnreadable(token);
    }

    /// @notice Returns the amount that `spender` can take from `owner`; 0 if the token does not answer.
    function available(address token, address owner, address spender) internal view returns (uint256) {
        (, uint256 balance) = _read(token, abi.encodeCall(IERC20.balanceOf, (owner)));
        (, uint256 allowance) = _read(token, abi.encodeCall(IERC20.allowance, (owner, spender)));
        return Math.min(balance, allowance);
    }

    /// @notice Returns whether `spender` may take anything from this contract. Also true if the token does not answer.
    function isAllowed(address token, address spender) internal view returns (bool) {
        (bool ok, uint256 allowance) = _read(token, abi.encodeCall(IERC20.allowance, (address(this), spender)));
        return !ok || allowance != 0;
    }

    /// @notice Approves exactly `amount`. The allowance must be 0 before the call, because some tokens require that.
    /// @dev The token may return nothing, but must not return false.
    function approve(address token, address spender, uint256 amount) internal {
        (bool ok, bytes memory returned) = tryCall(token, 0, abi.encodeCall(IERC20.approve, (spender, amount)));
        if (!ok || (returned.length != 0 && bytes32(returned) != bytes32(uint256(1)))) {
            revert ApprovalFailed(token, spender, amount);
        }
    }

    function _read(address token, bytes memory data) private view returns (bool ok, uint256 word) {
        assembly ("memory-safe") {
            ok := staticcall(gas(), token, add(data, 0x20), mload(data), 0, 0x20)
            ok := and(ok, gt(returndatasize(), 0x1f))
            if ok {
                word := mload(0)
            }
        }
    }
}
