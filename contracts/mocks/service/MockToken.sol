// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title MockToken
/// @notice A plain token whose owner mints.
contract MockToken is ERC20, Ownable {
    uint8 private immutable _decimals;

    /// @notice Sets the token up; the deployer is the owner.
    constructor(
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) ERC20(tokenName, tokenSymbol) Ownable(msg.sender) {
        _decimals = tokenDecimals;
    }

    /// @notice Makes `amount` of the smallest unit for `to`.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
