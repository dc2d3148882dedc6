// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {RecipientConfig, RouteConfig} from "../types/Config.sol";
import {ISolverPolicy} from "./ISolverPolicy.sol";

/// @title IFillVerifier
/// @notice Errors, events, policy and views of a contract that accepts only attested fills.
/// @dev Each check has its own error. The arguments are the value found, then the value required.
interface IFillVerifier is ISolverPolicy {
    // Evidence

    /// @notice The request or the receiver's configuration is for another chain. `found` is 0 if the chain name is not known
    /// here.
    error WrongDestinationChain(uint256 found, uint256 required);
    /// @notice No route accepts this origin.
    error OriginNotAccepted(uint256 originChainId, bytes32 originCurrency);
    /// @notice The amount sent on the origin chain is outside the route's inclusive range.
    error AmountOutOfRange(uint256 amount, uint256 min, uint256 max);
    /// @notice The fill contract or the calls of the order do not fit this contract. `callsHere` is the number of the order's
    /// calls to this contract. A direct fill names this contract and has no calls. An authorized fill names a configured
    /// router or nothing, and calls `payAuthorized` here once.
    error WrongFillContract(bytes extraData, uint256 callsHere, address required);
    /// @notice Two parts of the evidence differ in `field`.
    error TermsMismatch(bytes32 field, bytes32 found, bytes32 required);
    /// @notice The output is not one payment with 0 < minimum <= maximum.
    error UnsupportedOutput(uint256 payments, uint256 minimum, uint256 maximum);
    /// @notice The order's call at `index` is not the canonical encoding of a call.
    error InvalidOrderCall(uint256 index, bytes found);
    /// @notice The order names this contract as its fill contract but has calls. Only a router runs calls.
    error CallsNotSupported(uint256 calls);
    /// @notice The token is not on the list of accepted tokens.
    error TokenNotAccepted(address token);
    /// @notice An amount is outside the token's inclusive range: a call's minimum or maximum, or the amount of a direct fill.
    error TokenAmountOutOfRange(address token, uint256 amount, uint256 min, uint256 max);
    /// @notice The recipient is not an EVM address, is zero, or is a contract that must never receive a fill.
    error InvalidRecipient(bytes32 recipient);
    /// @notice The attested recipient differs from the recipient of the terms.
    error RecipientMismatch(bytes32 found, bytes32 required);
    /// @notice The recipient is not on the allowlist.
    error RecipientNotAllowed(address recipient);
    /// @notice The payment is below the minimum.
    error PaymentTooLow(uint256 amount, uint256 minimum);
    /// @notice The payment is above the maximum.
    error PaymentTooHigh(uint256 amount, uint256 maximum);

    // Policy

    /// @notice A route was set; `max` 0 removed it.
    event RouteSet(uint256 indexed chainId, bytes32 indexed currency, uint128 min, uint128 max);
    /// @notice A token's range was set; `max` 0 removed it.
    event TokenSet(address indexed token, uint128 min, uint128 max);
    /// @notice A recipient was allowed or removed.
    event RecipientSet(address indexed recipient, bool allowed, bool hook);
    /// @notice The root of the recipient tree was set; zero means no tree.
    event RecipientRootSet(bytes32 root);
    /// @notice A router was added or removed.
    event RouterSet(address indexed router, bool allowed);
    /// @notice An address was reserved or released.
    event ReservedSet(address indexed account, bool reserved);
    /// @notice The policy was narrowed. Authorizations of earlier epochs are stale.
    event PolicyEpochRaised(uint64 epoch);
    /// @notice A fill was accepted. `amount` is the amount of `token` that this contract measured. It is at least the minimum
    /// of the call, the order or the registered terms.
    /// @dev `id` is the order id of a direct fill, or the request id if a registrar stated the terms. For an authorized fill,
    /// `id` is the call hash. Several orders can authorize the same call; `FillAuthorized` reports each of them.
    event FillAccepted(
        bytes32 indexed id,
        address indexed recipient,
        address indexed solver,
        address payer,
        address token,
        uint256 amount
    );

    /// @notice A direct fill of an order paid native currency.
    /// @dev The service's oracle counts a native payment only if the order's fill contract emits this event.
    event SolverNativeTransfer(address to, uint256 amount);

    /// @notice Adds or changes a route; `max` 0 removes it. Narrowing a route makes authorizations stale.
    /// @param config The origin chain, its currency, and the inclusive range of the amount sent there.
    function setRoute(RouteConfig calldata config) external;

    /// @notice Adds a token or changes its inclusive range; `max` 0 removes the token. Narrowing a range makes authorizations
    /// stale.
    /// @dev Warning: the amount of a call is not compared with the amount that the order promises. If `min` is one wei, the
    /// account that asks for an order of one ether can have it paid with one wei.
    /// @param token The token; zero is the native currency.
    /// @param min The lowest amount, in the token's smallest unit.
    /// @param max The highest amount, inclusive, in the same unit; 0 removes the token.
    function setToken(address token, uint128 min, uint128 max) external;

    /// @notice Allows a recipient.
    /// @dev Changing a listed recipient's hook, or listing a recipient while a root is set, makes authorizations stale.
    /// @param config The recipient, and whether its `onFill` is called.
    function setRecipient(RecipientConfig calldata config) external;

    /// @notice Removes a recipient from the list of addresses.
    /// @dev Warning: a recipient that is also in the tree stays allowed until the root changes.
    /// @param recipient The recipient to remove.
    function removeRecipient(address recipient) external;

    /// @notice Sets the root of the recipient tree; zero means no tree. Replacing a root invalidates its proofs and makes
    /// authorizations stale.
    /// @dev The tree is OpenZeppelin's standard Merkle tree. A leaf is (uint256 chainId, address receiver, address recipient,
    /// bool hook).
    /// @param root The root of the new tree, or zero.
    function setRecipientRoot(bytes32 root) external;

    /// @notice Adds or removes a router of solvers. An authorized order may name it as the fill contract.
    /// @dev Removing a router makes authorizations stale. So does adding a router that may be a recipient.
    /// @param router The router.
    /// @param allowed Whether orders may name it.
    function setRouter(address router, bool allowed) external;

    /// @notice Reserves an address so that it is never paid, or releases it.
    /// @dev Reserving an address that may be a recipient makes authorizations stale.
    /// @param account The address.
    /// @param reserved Whether it must never be paid.
    function setReserved(address account, bool reserved) external;

    /// @notice Returns a token's inclusive range, in its smallest unit. `max` is 0 if the token is not accepted.
    /// @param token The token; zero is the native currency.
    function tokenRange(address token) external view returns (uint128 min, uint128 max);

    /// @notice Returns a route's inclusive range. `max` is 0 if there is no route.
    /// @param chainId The origin chain.
    /// @param currency The currency on the origin chain, left-padded; zero is the native currency.
    function route(uint256 chainId, bytes32 currency) external view returns (uint128 min, uint128 max);

    /// @notice Returns whether a recipient is on the list of addresses, and whether its entry has a hook.
    /// @param recipient The recipient. A recipient that is only in the tree is not on the list.
    function recipientStatus(address recipient) external view returns (bool allowed, bool hook);

    /// @notice Returns the root of the recipient tree, or zero if there is no tree.
    function recipientRoot() external view returns (bytes32);

    /// @notice Returns whether `account` is a configured router.
    /// @param account The address to look up.
    function isRouter(address account) external view returns (bool);

    /// @notice Returns whether `account` must never be paid: this contract, Permit2, a router or a reserved address.
    /// @param account The address to look up.
    function isReserved(address account) external view returns (bool);

    /// @notice Returns the policy epoch. The epoch rises when a rule that authorized calls rely on is narrowed. Changes to
    /// solvers do not raise the epoch: each payment checks the solver's window.
    function policyEpoch() external view returns (uint64);

    /// @notice Returns this chain's configured id and the first 15 bytes of the keccak256 of its name in orders.
    function ownChain() external view returns (uint256 chainId, bytes15 nameHash);
}
