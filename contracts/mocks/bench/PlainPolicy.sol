// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {FillExecutor} from "../../FillExecutor.sol";
import {IFillVerifier} from "../../interfaces/IFillVerifier.sol";
import {ExecutorClones} from "../../libraries/ExecutorClones.sol";
import {Config, RecipientConfig, RouteConfig, SolverConfig} from "../../types/Config.sol";

/// @title PlainPolicy
/// @notice Whom and what a `PlainReceiver` accepts, as a contract developer would write it: a mapping for each list,
/// immutables for what never changes.
/// @dev For the gas comparison.
abstract contract PlainPolicy is AccessControl, Pausable {
    struct Window {
        bool known;
        uint48 start;
        uint48 stop;
    }

    struct Route {
        uint128 min;
        uint128 max;
    }

    struct Recipient {
        bool allowed;
        bool hook;
    }

    /// @notice May change solvers, routes, recipients and reserved addresses.
    bytes32 public constant POLICY_ROLE = keccak256("POLICY_ROLE");
    /// @notice May pause.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    /// @notice The code of the sandboxes in which orders' calls run.
    address public immutable executorImplementation;
    bytes32 private immutable _executorCodeHash;

    uint256 private immutable _chainId;
    bytes32 private immutable _chainNameHash;

    /// @notice Rises with every change of the policy. Lies beside the pause in one slot.
    uint64 public policyEpoch = 1;
    /// @notice Solvers, each with the time in which its signature counts; `stop` 0 is no end.
    mapping(address solver => Window) public windows;
    /// @notice Accepted origins, each with an inclusive range of amounts.
    mapping(uint256 chainId => mapping(bytes32 currency => Route)) public routes;
    /// @notice Allowed recipients.
    mapping(address recipient => Recipient) public recipients;
    /// @notice What can be neither paid nor called: routers too.
    mapping(address account => bool) public reserved;
    /// @notice Routers that an authorised order may name.
    mapping(address router => bool) public routers;

    constructor(Config memory config) {
        executorImplementation = address(new FillExecutor());
        _executorCodeHash = ExecutorClones.codeHash(executorImplementation);
        _chainId = block.chainid;
        _chainNameHash = keccak256(bytes(config.chainName));
        _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
        _grantRole(POLICY_ROLE, config.admin);
        _grantRole(GUARDIAN_ROLE, config.admin);
        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.routes.length; ++i) _setRoute(config.routes[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) _setRecipient(config.recipients[i]);
        for (uint256 i = 0; i < config.routers.length; ++i) {
            routers[config.routers[i]] = true;
            reserved[config.routers[i]] = true;
        }
        for (uint256 i = 0; i < config.reserved.length; ++i) reserved[config.reserved[i]] = true;
    }

    /// @notice Adds a solver or changes its window.
    function setSolver(SolverConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setSolver(config);
        ++policyEpoch;
    }

    /// @notice Adds, changes or removes a route.
    function setRoute(RouteConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setRoute(config);
        ++policyEpoch;
    }

    /// @notice Allows a recipient.
    function setRecipient(RecipientConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setRecipient(config);
        ++policyEpoch;
    }

    /// @notice Removes a recipient.
    function removeRecipient(address recipient) external onlyRole(POLICY_ROLE) {
        delete recipients[recipient];
        ++policyEpoch;
    }

    /// @notice Adds or removes a router.
    function setRouter(address router, bool allowed) external onlyRole(POLICY_ROLE) {
        routers[router] = allowed;
        reserved[router] = allowed;
        ++policyEpoch;
    }

    /// @notice Reserves an address or releases it.
    function setReserved(address account, bool isReserved) external onlyRole(POLICY_ROLE) {
        reserved[account] = isReserved;
        ++policyEpoch;
    }

    /// @notice Ends a solver's window at once.
    function revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE) {
        delete windows[solver];
        ++policyEpoch;
    }

    /// @notice Stops all fills.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Allows fills again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    function _requireActive(address solver) internal view {
        Window memory window = windows[solver];
        bool active =
            window.known && window.start <= block.timestamp && (window.stop == 0 || block.timestamp < window.stop);
        if (!active) revert IFillVerifier.UnknownSolver(solver, window.start, window.stop);
    }

    function _end(address solver) internal view returns (uint256) {
        uint256 stop = windows[solver].stop;
        return stop == 0 ? type(uint256).max : stop;
    }

    /// @dev The attested chain, the configured chain and the chain that the order names are this one.
    function _checkDestination(uint256 chainId, string calldata name) internal view {
        if (chainId != block.chainid) revert IFillVerifier.WrongDestinationChain(chainId, block.chainid);
        uint256 named = keccak256(bytes(name)) == _chainNameHash ? _chainId : 0;
        if (named != block.chainid) revert IFillVerifier.WrongDestinationChain(named, block.chainid);
    }

    /// @dev The origin chain and currency are an accepted route, and the amount lies in its range.
    function _checkOrigin(uint256 chainId, bytes32 currency, uint256 amount) internal view {
        Route memory route = routes[chainId][currency];
        if (route.max == 0) revert IFillVerifier.OriginNotAccepted(chainId, currency);
        if (amount < route.min || amount > route.max) {
            revert IFillVerifier.AmountOutOfRange(amount, route.min, route.max);
        }
    }

    /// @dev The attested recipient is the order's, allowed, and no contract that must never be paid.
    function _checkRecipient(bytes32 attested, address recipient, address token) internal view returns (bool hook) {
        if (attested == bytes32(0) || uint256(attested) >> 160 != 0) revert IFillVerifier.InvalidRecipient(attested);
        if (attested != _word(recipient)) revert IFillVerifier.RecipientMismatch(attested, _word(recipient));
        if (recipient == token || _isReserved(recipient)) revert IFillVerifier.InvalidRecipient(attested);
        Recipient memory entry = recipients[recipient];
        if (!entry.allowed) revert IFillVerifier.RecipientNotAllowed(recipient);
        return entry.hook;
    }

    function _isReserved(address account) internal view returns (bool) {
        return
            account == address(this) ||
            account == PERMIT2 ||
            account == executorImplementation ||
            reserved[account] ||
            account.codehash == _executorCodeHash;
    }

    function _word(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function _setSolver(SolverConfig memory config) private {
        windows[config.solver] = Window({known: true, start: config.start, stop: config.stop});
    }

    function _setRoute(RouteConfig memory config) private {
        routes[config.chainId][config.currency] = Route({min: config.min, max: config.max});
    }

    function _setRecipient(RecipientConfig memory config) private {
        recipients[config.recipient] = Recipient({allowed: true, hook: config.hook});
    }
}
