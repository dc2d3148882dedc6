// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title MockCollectibles
/// @notice ERC-1155 tokens that anyone mints to anyone.
contract MockCollectibles is ERC1155("") {
    /// @notice Makes tokens of one kind for `to`.
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    /// @notice Makes tokens of several kinds for `to`.
    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
