// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../AttestedOrderReceiver.sol";
import {Terms} from "../types/Terms.sol";

/// @title PayerRestrictedReceiver
/// @notice A receiver that only holders of `PAYER_ROLE` may pay. It adds one rule to `_accept`.
/// @dev The admin grants and revokes the role with `grantRole` and `revokeRole`.
/// @dev Warning: the payer is the caller. A multicall router calls for anyone, so giving the role to a shared router lets
/// everyone in and authenticates no one. Solvers fill authorized orders through such a router; with this contract they must
/// pay directly.
contract PayerRestrictedReceiver is AttestedOrderReceiver {
    /// @notice May pay fills.
    bytes32 public constant PAYER_ROLE = keccak256("fillproof.PAYER_ROLE");

    /// @notice This account may not pay here.
    error PayerNotAllowed(address payer);

    /// @dev Anyone may still present evidence, because that does not pay.
    function _accept(Terms memory terms, uint256 amount) internal override {
        _checkPayer(msg.sender);
        super._accept(terms, amount);
    }

    /// @dev A payment that would be returned must pass the same rule.
    function _checkReturn(Terms memory terms, address payer) internal view override returns (uint256 amount) {
        _checkPayer(payer);
        return super._checkReturn(terms, payer);
    }

    function _checkPayer(address payer) private view {
        if (!hasRole(PAYER_ROLE, payer)) revert PayerNotAllowed(payer);
    }
}
