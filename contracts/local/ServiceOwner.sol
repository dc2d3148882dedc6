// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ServiceOwner
/// @notice The owner of an approval proxy or of the depository. Another account can request the ownership, and gets it if the
/// owner agrees within two days.
/// @dev Uses the storage slots of the public contracts.
abstract contract ServiceOwner {
    /// @dev The bitwise complement of a 32-bit number, far from all other slots.
    uint256 private constant OWNER_SLOT = type(uint256).max - 0x8b78c6d8;

    uint96 private constant HANDOVER_SEED = 0x389a75e1;

    /// @notice The owner changed.
    event OwnershipTransferred(address indexed oldOwner, address indexed newOwner);

    /// @notice `pendingOwner` requested the ownership.
    event OwnershipHandoverRequested(address indexed pendingOwner);

    /// @notice `pendingOwner` canceled its request.
    event OwnershipHandoverCanceled(address indexed pendingOwner);

    /// @notice The caller is not the owner.
    error Unauthorized();

    /// @notice The new owner can't be zero.
    error NewOwnerIsZeroAddress();

    /// @notice This account did not request the ownership, or its request has expired.
    error NoHandoverRequest();

    modifier onlyOwner() {
        if (msg.sender != owner()) revert Unauthorized();
        _;
    }

    /// @notice Makes `newOwner` the owner.
    function transferOwnership(address newOwner) external payable onlyOwner {
        if (newOwner == address(0)) revert NewOwnerIsZeroAddress();
        _setOwner(newOwner);
    }

    /// @notice Leaves the contract without an owner.
    function renounceOwnership() external payable onlyOwner {
        _setOwner(address(0));
    }

    /// @notice Requests the ownership. The request is valid for two days.
    function requestOwnershipHandover() external payable {
        _write(_handoverSlot(msg.sender), block.timestamp + 2 days);
        emit OwnershipHandoverRequested(msg.sender);
    }

    /// @notice Cancels the caller's request.
    function cancelOwnershipHandover() external payable {
        _write(_handoverSlot(msg.sender), 0);
        emit OwnershipHandoverCanceled(msg.sender);
    }

    /// @notice Gives the ownership to an account that requested it.
    function completeOwnershipHandover(address pendingOwner) external payable onlyOwner {
        uint256 slot = _handoverSlot(pendingOwner);
        if (block.timestamp > _read(slot)) revert NoHandoverRequest();
        _write(slot, 0);
        _setOwner(pendingOwner);
    }

    /// @notice Returns when the request of `pendingOwner` expires, in Unix seconds; 0 if there is no request.
    function ownershipHandoverExpiresAt(address pendingOwner) external view returns (uint256 timestamp) {
        return _read(_handoverSlot(pendingOwner));
    }

    /// @notice Returns the owner.
    function owner() public view returns (address account) {
        return address(uint160(_read(OWNER_SLOT)));
    }

    function _setOwner(address newOwner) internal {
        emit OwnershipTransferred(owner(), newOwner);
        _write(OWNER_SLOT, uint160(newOwner));
    }

    function _handoverSlot(address account) private pure returns (uint256) {
        return uint256(keccak256(abi.encodePacked(account, HANDOVER_SEED)));
    }

    function _read(uint256 slot) private view returns (uint256 value) {
        assembly ("memory-safe") {
            value := sload(slot)
        }
    }

    function _write(uint256 slot, uint256 value) private {
        assembly ("memory-safe") {
            sstore(slot, value)
        }
    }
}
