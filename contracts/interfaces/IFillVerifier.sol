// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {RecipientConfig, RouteConfig} from "../types/Config.sol";
import {ISolverPolicy} from "./ISolverPolicy.sol";

/// @title IFillVerifier
/// @notice Errors, events, policy and views of a contract that accepts attested fills only.
/// @dev Each check has its own error, which carries what was found, then what was required.
interface IFillVerifier is ISolverPolicy {
    // Evidence

    /// @notice The request or the receiver's configuration is for another chain. 0 is a chain name not known here.
    error WrongDestinationChain(uint256 found, uint256 required);
    /// @notice No route accepts this origin.
    error OriginNotAccepted(uint256 originChainId, bytes32 originCurrency);
    /// @notice The amount sent lies outside the route's inclusive range.
    error AmountOutOfRange(uint256 amount, uint256 min, uint256 max);
    /// @notice The order names another contract. `callsHere` is how many of its calls target this one: a direct fill
    /// names this contract and has no calls; an authorized fill names a configured router or nothing and calls
    /// `payAuthorized` here once.
    error WrongFillContract(bytes extraData, uint256 callsHere, address required);
    /// @notice The parts of the evidence contradict each other in `field`.
    error TermsMismatch(bytes32 field, bytes32 found, bytes32 required);
    /// @notice The output is not one payment with 0 < minimum <= maximum.
    error UnsupportedOutput(uint256 payments, uint256 minimum, uint256 maximum);
    /// @notice The order's call at `index` is not the canonical encoding of a call.
    error InvalidOrderCall(uint256 index, bytes found);
    /// @notice The order names this contract as its fill contract and has calls, which only a router runs.
    error CallsNotSupported(uint256 calls);
    /// @notice Payments may not bring this token.
    error TokenNotAccepted(address token);
    /// @notice An amount of the payment lies outside the token's inclusive range: a call's minimum or maximum, or what a
    /// direct fill brought.
    error TokenAmountOutOfRange(address token, uint256 amount, uint256 min, uint256 max);
    /// @notice The recipient is not an EVM address, is zero, or is a contract that must never receive a fill.
    error InvalidRecipient(bytes32 recipient);
    /// @notice The attested recipient is not that of the proved payment.
    error RecipientMismatch(bytes32 found, bytes32 required);
    /// @notice The recipient is not on the allowlist.
    error RecipientNotAllowed(address recipient);
    /// @notice Less than the minimum was brought.
    error PaymentTooLow(uint256 amount, uint256 minimum);
    /// @notice More than the maximum was brought.
    error PaymentTooHigh(uint256 amount, uint256 maximum);

    // Policy

    /// @notice A route was set; `max` 0 removed it.
    event RouteSet(uint256 indexed chainId, bytes32 indexed currency, uint128 min, uint128 max);
    /// @notice A token's range was set; `max` 0 removed it.
    event TokenSet(address indexed token, uint128 min, uint128 max);
    /// @notice A recipient was allowed or removed.
    event RecipientSet(address indexed recipient, bool allowed, bool hook);
    /// @notice The root of the recipients' tree was set; zero allows no one by it.
    event RecipientRootSet(bytes32 root);
    /// @notice A router was added or removed.
    event RouterSet(address indexed router, bool allowed);
    /// @notice An address was reserved or released.
    event ReservedSet(address indexed account, bool reserved);
    /// @notice The policy was narrowed for calls in flight: authorizations of earlier epochs are stale.
    event PolicyEpochRaised(uint64 epoch);
    /// @notice A fill was accepted. `amount` is what this contract measured: at least the call's minimum in the call's
    /// token, or a direct order's in the order's.
    /// @dev `id` is the order id of a direct fill (the request id where a registrar states the terms), and the call hash
    /// of an authorized one: several orders may have authorized the same call, and `FillAuthorized` names them.
    event FillAccepted(
        bytes32 indexed id,
        address indexed recipient,
        address indexed solver,
        address payer,
        address token,
        uint256 amount
    );

    /// @notice A direct fill of an order paid native currency.
    /// @dev The service's oracle counts a native payment of an order by this event of the order's fill contract.
    event SolverNativeTransfer(address to, uint256 amount);

    /// @notice Adds, changes or (`max` 0) removes a route. Narrowing one makes authorizations stale.
    /// @param config The origin chain, its currency, and the inclusive range of the amount sent there.
    function setRoute(RouteConfig calldata config) external;

    /// @notice Adds a token, changes its inclusive range, or (`max` 0) removes it. Narrowing one makes authorizations stale.
    /// @dev Warning: nothing compares what a call brings with what its order promises. A minimum of one wei lets one wei
    /// pay an order of one ether, if its asker wants that.
    /// @param token The token; zero is the native currency.
    /// @param min The lowest amount, in the token's smallest unit.
    /// @param max The highest amount, inclusive, in the same unit; 0 removes the token.
    function setToken(address token, uint128 min, uint128 max) external;

    /// @notice Allows a recipient.
    /// @dev Changing a listed recipient's hook, and listing a recipient while there is a root, makes authorizations stale.
    /// @param config The recipient, and whether its `onFill` is called.
    function setRecipient(RecipientConfig calldata config) external;

    /// @notice Removes a recipient from the list of addresses.
    /// @dev Warning: a recipient that is in the tree too stays allowed by it, until the root is changed.
    /// @param recipient The recipient to remove.
    function removeRecipient(address recipient) external;

    /// @notice Sets the root of the recipients' tree; zero allows no one by it. A new root makes proofs of the old one
    /// worthless, and authorizations stale.
    /// @dev OpenZeppelin's standard tree over (uint256 chain id, address this contract, address recipient, bool hook).
    /// @param root The root of the new tree; zero for none.
    function setRecipientRoot(bytes32 root) external;

    /// @notice Adds or removes a solvers' router that an authorized order may name.
    /// @dev Removing one makes authorizations stale; so does adding one that may be a recipient.
    /// @param router The router.
    /// @param allowed Whether orders may name it.
    function setRouter(address router, bool allowed) external;

    /// @notice Reserves an address, so that it is never paid; or releases it.
    /// @dev Reserving one that may be a recipient makes authorizations stale.
    /// @param account The address.
    /// @param reserved Whether it must never be paid.
    function setReserved(address account, bool reserved) external;

    /// @notice Returns a token's inclusive range, in its smallest unit; `max` 0 for a token that is not accepted.
    /// @param token The token; zero is the native currency.
    function tokenRange(address token) external view returns (uint128 min, uint128 max);

    /// @notice Returns a route's inclusive range; `max` 0 without a route.
    /// @param chainId The origin chain.
    /// @param currency The currency there, left-padded; zero is the native one.
    function route(uint256 chainId, bytes32 currency) external view returns (uint128 min, uint128 max);

    /// @notice Returns whether a recipient is on the list of addresses, and whether it has a hook there.
    /// @param recipient The recipient; one that only the tree names is not on the list.
    function recipientStatus(address recipient) external view returns (bool allowed, bool hook);

    /// @notice Returns the root of the recipients' tree; zero without a tree.
    function recipientRoot() external view returns (bytes32);

    /// @notice Returns whether `account` is a configured router.
    /// @param account The address to look up.
    function isRouter(address account) external view returns (bool);

    /// @notice Returns whether `account` must never be paid: this contract, Permit2, routers, reserved ones.
    /// @param account The address to look up.
    function isReserved(address account) external view returns (bool);

    /// @notice Returns the policy epoch, which rises when something is narrowed that calls in flight rely on. Solvers are
    /// asked live, and raise nothing.
    function policyEpoch() external view returns (uint64);

    /// @notice Returns this chain's configured id, and the first 15 bytes of the keccak256 of its name in orders.
    function ownChain() external view returns (uint256 chainId, bytes15 nameHash);
}
