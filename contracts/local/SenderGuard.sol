// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title SenderGuard
/// @notice The routers' guard. While a guarded function runs, only its sender and the contract itself can enter a guarded
/// function.
/// @dev Warning: if every frame sets and clears the sender, the guard is cleared when any guarded function ends. After the
/// contract has called itself, the rest of the outer function is open to everyone.
abstract contract SenderGuard {
    /// @dev Transient storage: the account that entered last, or, if only the outermost function sets the sender, first.
    uint256 private constant SENDER_SLOT = 0x9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00;

    /// @notice `storedSender` is inside a guarded function, and `actualSender` is another account.
    error InvalidMsgSender(address storedSender, address actualSender);

    /// @dev Lets in the stored sender, the contract itself and, with no stored sender, everyone.
    modifier onlyStoredSender() {
        bool isSet = _enter();
        _;
        if (isSet) _write(address(0));
    }

    /// @dev Returns whether only the outermost frame sets and clears the sender.
    function _isOutermostOnly() internal pure virtual returns (bool);

    function _enter() private returns (bool isSet) {
        address stored;
        assembly ("memory-safe") {
            stored := tload(SENDER_SLOT)
        }
        bool isOpen = stored == address(0) || stored == msg.sender || msg.sender == address(this);
        if (!isOpen) revert InvalidMsgSender(stored, msg.sender);
        isSet = stored == address(0) || !_isOutermostOnly();
        if (isSet) _write(msg.sender);
    }

    function _write(address sender) private {
        assembly ("memory-safe") {
            tstore(SENDER_SLOT, sender)
        }
    }
}
