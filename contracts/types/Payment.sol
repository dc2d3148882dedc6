// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The terms of an authorized payment: the one argument of `payAuthorized`. The order commits to this argument.
/// @dev Units: amounts in the smallest unit of `token`, `deadline` in Unix seconds. `token` zero is the native currency.
/// `maximum` equals `minimum` for a fixed amount. `refundTo` gets the money back if nothing authorized the call; if
/// `refundTo` is zero, such a call reverts. `salt` distinguishes two otherwise equal payments. `data` is passed to the
/// recipient's hook. `originUser` and `originCurrency` are left-padded.
struct Payment {
    uint256 originChainId;
    bytes32 originUser;
    bytes32 originCurrency;
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    address refundTo;
    uint48 deadline;
    bytes32 salt;
    bytes data;
}
