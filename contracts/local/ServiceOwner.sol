// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ServiceOwner
/// @notice The owner of an approval proxy or of the depository. Another account can ask for the ownership, and gets it when
/// the owner agrees within two days.
/// @dev Its storage is where the public contracts have it.
abstract contract ServiceOwner {
    /// @dev The bitwise complement of a 32-bit number, far from all other slots.
    uint256 private constant OWNER_SLOT = type(uint256).max - 0x8b78c6d8;

    uint96 private constant HANDOVER_SEED = 0x389a75e1;

    /// @notice The owner changed.
    event OwnershipTransferred(address indexed oldOwner, address indexed newOwner);

    /// @notice `pendingOwner` asked for the ownership.
    event OwnershipHandoverRequested(address indexed pendingOwner);

    /// @notice `pendingOwner` asks no longer.
    event OwnershipHandoverCanceled(address indexed pendingOwner);

    /// @notice The caller is not the owner.
    error Unauthorized();

    /// @notice Zero can't become the owner.
    error NewOwnerIsZeroAddress();

    /// @notice This account did not ask for the ownership, or too long ago.
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

    /// @notice Asks for the ownership, for two days.
    function requestOwnershipHandover() external payable {
        _write(_handoverSlot(msg.sender), block.timestamp + 2 days);
        emit OwnershipHandoverRequested(msg.sender);
    }

    /// @notice Asks no longer.
    function cancelOwnershipHandover() external payable {
        _write(_handoverSlot(msg.sender), 0);
        emit OwnershipHandoverCanceled(msg.sender);
    }

    /// @notice Gives the ownership to an account that asked for it.
    function completeOwnershipHandover(address pendingOwner) external payable onlyOwner {
        uint256 slot = _handoverSlot(pendingOwner);
        if (block.timestamp > _read(slot)) revert NoHandoverRequest();
        _write(slot, 0);
        _setOwner(pendingOwner);
    }

    /// @notice Returns until when `pendingOwner` asks for the ownership, in Unix seconds; 0 is never.
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
