// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SolverConfig} from "../types/Config.sol";

/// @title ISolverPolicy
/// @notice The policy that receivers and guards share: the active solvers, the pause, and the errors of both.
/// @dev Each check has its own error, which carries what was found, then what was required.
interface ISolverPolicy {
    /// @notice The signature is malformed or recovers no address: 65 bytes with v 27 or 28, or 64 bytes (ERC-2098);
    /// low s.
    error InvalidSignature(bytes32 digest, bytes signature);
    /// @notice The signer is not a solver, or not now: start <= now < stop, where stop 0 means no end.
    error UnknownSolver(address signer, uint48 start, uint48 stop);
    /// @notice The request id is zero.
    error InvalidRequestId(bytes32 requestId);
    /// @notice The order is not the attested one.
    error OrderMismatch(bytes32 orderId, bytes32 requestId);
    /// @notice An EVM address in the order is not exactly 20 bytes, or one of another machine is too long or missing.
    error InvalidOrderAddress(bytes found);
    /// @notice The deadline has passed. A receiver takes its last second, a guard does not, as no block would be left for a fill.
    error RequestExpired(uint256 timestamp, uint256 deadline);
    /// @notice This id, or the call that it led to, was paid before.
    error RequestAlreadyPaid(bytes32 id);
    /// @notice The native value is not what this payment takes.
    error UnexpectedValue(uint256 value, uint256 required);
    /// @notice The configured value of `field` is invalid.
    error InvalidConfig(bytes32 field);

    /// @notice A solver's window was set; a revoked solver has an empty window.
    event SolverSet(address indexed solver, uint48 start, uint48 stop);

    /// @notice Adds a solver or changes its window.
    /// @param config The solver, and when its signature counts.
    function setSolver(SolverConfig calldata config) external;

    /// @notice Ends a solver's window at once.
    /// @param solver The solver to revoke.
    function revokeSolver(address solver) external;

    /// @notice Stops all payments.
    function pause() external;

    /// @notice Allows payments again.
    function unpause() external;

    /// @notice Returns a solver's window; both zero when it was never set.
    /// @param solver The solver to look up.
    function solverWindow(address solver) external view returns (uint48 start, uint48 stop);

    /// @notice Returns whether a solver is active now.
    /// @param solver The solver to look up.
    function isSolverActive(address solver) external view returns (bool);
}
