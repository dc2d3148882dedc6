// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Inbox
/// @notice The code of every inbox: receives money, and sends it to the account that the inbox's receiver names.
/// @dev Never recompile it. Receivers accept only the creation code in `InboxCode`, at the address that the deterministic
/// deployment proxy gives it. An inbox is a minimal clone (ERC-1167) of the contract at that address. It has no storage and
/// no owner, and can't be destroyed.
/// @dev Warning: once the clone exists, a transfer with 2,300 gas, such as Solidity's `transfer`, does not reach it.
contract Inbox {
    /// @dev The hash of a clone's creation code.
    bytes32 private immutable CLONE_HASH = keccak256(
        abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            address(this),
            hex"5af43d82803e903d91602b57fd5bf3"
        )
    );

    /// @notice Sends `amount` of `token` to `to`, or reverts with the reason, cut to 256 bytes. The calldata is exactly
    /// abi.encode(salt, token, to, amount), without a selector, and the caller must have created this clone with `salt`. Any
    /// other call only receives native currency.
    fallback() external payable {
        if (msg.data.length != 128) return;
        bytes32 location = keccak256(abi.encodePacked(hex"ff", msg.sender, bytes32(msg.data), CLONE_HASH));
        if (address(uint160(uint256(location))) != address(this)) return;

        (, address token, address to, uint256 amount) = abi.decode(msg.data, (bytes32, address, address, uint256));
        bool isNative = token == address(0);
        bytes memory data = isNative ? bytes("") : abi.encodeWithSignature("transfer(address,uint256)", to, amount);
        (address target, uint256 value) = isNative ? (to, amount) : (token, 0);
        // A token's `transfer` must return true or nothing. If it returns nothing, the token must have code.
        assembly ("memory-safe") {
            mstore(0, 0)
            let ok := call(gas(), target, value, add(data, 0x20), mload(data), 0, 0x20)
            if iszero(isNative) {
                switch returndatasize()
                case 0 {
                    ok := and(ok, gt(extcodesize(target), 0))
                }
                default {
                    ok := and(ok, eq(mload(0), 1))
                }
            }
            if iszero(ok) {
                let size := returndatasize()
                if gt(size, 256) {
                    size := 256
                }
                let reason := mload(0x40)
                returndatacopy(reason, 0, size)
                revert(reason, size)
            }
        }
    }
}
