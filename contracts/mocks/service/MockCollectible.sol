// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title MockCollectible
/// @notice An ERC-721 token that anyone can mint.
contract MockCollectible is ERC721("Collectible", "ONE") {
    /// @notice Mints the token `id` to `to`, and calls `to` if it is a contract.
    function mint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}
