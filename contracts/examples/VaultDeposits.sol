// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFillRecipient, ReceivedFill} from "../interfaces/IFillRecipient.sol";

/// @title VaultDeposits
/// @notice Deposits each fill into one vault for the beneficiary named in the fill, or undoes the fill.
/// @dev An adapter: a recipient whose hook does one fixed thing with one fixed contract. List it as a recipient with a hook.
/// The `data` of the order's call is `abi.encode(beneficiary, minimumShares)`. A direct fill has no data and is refused.
/// @dev The payer chooses the moment, and can move the vault's price before and after the fill. The order commits to the
/// limit in `data`. This limit keeps the beneficiary from getting fewer shares than agreed.
/// @dev Warning: choose a vault that you trust. Don't use a token with a transfer fee: its fills are refused, unless tokens
/// sent here without a fill cover the fee.
contract VaultDeposits is IFillRecipient {
    using SafeERC20 for IERC20;

    /// @notice The receiver that calls the hook.
    address public immutable receiver;
    /// @notice The vault that gets every deposit.
    IERC4626 public immutable vault;
    /// @notice The token that the vault takes.
    IERC20 public immutable asset;

    /// @notice The caller is not the receiver.
    error CallerNotReceiver(address caller, address receiver);
    /// @notice The fill is in another token.
    error TokenNotDeposited(address token, address required);
    /// @notice The fill's data is not a beneficiary and a minimum number of shares.
    error InvalidInstructions(bytes data);
    /// @notice The deposit would give the beneficiary fewer shares than the minimum in the fill's data.
    error TooFewShares(uint256 shares, uint256 minimumShares);

    /// @notice A fill was deposited. `left` is the amount that the vault did not take; it went to the beneficiary.
    event Deposited(bytes32 indexed id, address indexed beneficiary, uint256 assets, uint256 shares, uint256 left);

    constructor(address receiver_, IERC4626 vault_) {
        receiver = receiver_;
        vault = vault_;
        asset = IERC20(vault_.asset());
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4 selector) {
        if (msg.sender != receiver) revert CallerNotReceiver(msg.sender, receiver);
        if (received.token != address(asset)) revert TokenNotDeposited(received.token, address(asset));
        (address beneficiary, uint256 minimumShares) = _readInstructions(received.data);

        // Tokens that were sent here without a fill belong to no one and stay here.
        uint256 before = asset.balanceOf(address(this)) - received.amount;
        uint256 shares = vault.balanceOf(beneficiary);
        // Approves exactly this amount, and nothing after the deposit.
        asset.forceApprove(address(vault), received.amount);
        vault.deposit(received.amount, beneficiary);
        asset.forceApprove(address(vault), 0);
        shares = vault.balanceOf(beneficiary) - shares;
        if (shares < minimumShares) revert TooFewShares(shares, minimumShares);

        uint256 left = asset.balanceOf(address(this)) - before;
        emit Deposited(received.id, beneficiary, received.amount - left, shares, left);
        if (left != 0) asset.safeTransfer(beneficiary, left);
        return IFillRecipient.onFill.selector;
    }

    /// @dev Refuses a limit of zero, which would be no limit.
    function _readInstructions(bytes calldata data) private pure returns (address beneficiary, uint256 minimumShares) {
        if (data.length == 64) (beneficiary, minimumShares) = _decode(data);
        if (beneficiary == address(0) || minimumShares == 0) revert InvalidInstructions(data);
    }

    /// @dev Returns zero for an address with dirty upper bytes.
    function _decode(bytes calldata data) private pure returns (address beneficiary, uint256 minimumShares) {
        uint256 word = uint256(bytes32(data));
        if (word >> 160 == 0) beneficiary = address(uint160(word));
        minimumShares = uint256(bytes32(data[32:]));
    }
}
