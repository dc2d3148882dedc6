// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title MockCollectible
/// @notice An ERC-721 token that anyone mints to anyone.
contract MockCollectible is ERC721("Collectible", "ONE") {
    /// @notice Makes the token `id` for `to`, and calls `to` when it is a contract.
    function mint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}
