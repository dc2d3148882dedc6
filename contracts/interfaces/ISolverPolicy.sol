// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SolverConfig} from "../types/Config.sol";

/// @title ISolverPolicy
/// @notice The policy that receivers and guards share: active solvers, the pause, and common errors.
/// @dev Each check has its own error. The arguments are the value found, then the value required.
interface ISolverPolicy {
    /// @notice The signature is malformed or recovers no address. A valid signature is 65 bytes with v 27 or 28, or 64 bytes
    /// (ERC-2098), and has a low s.
    error InvalidSignature(bytes32 digest, bytes signature);
    /// @notice The signer is not a solver that is active now: start <= now < stop; stop 0 means no end. Both are 0 if the
    /// signer is not a solver.
    error UnknownSolver(address signer, uint48 start, uint48 stop);
    /// @notice The request id is zero.
    error InvalidRequestId(bytes32 requestId);
    /// @notice The order id differs from the attested request id.
    error OrderMismatch(bytes32 orderId, bytes32 requestId);
    /// @notice An EVM address in the order is not exactly 20 bytes, or an address of a non-EVM chain is too long or missing.
    error InvalidOrderAddress(bytes found);
    /// @notice The deadline has passed. A receiver accepts a payment in the last second. A guard does not, because no block
    /// would be left for the fill.
    error RequestExpired(uint256 timestamp, uint256 deadline);
    /// @notice This id, or the call that it authorized, was already paid.
    error RequestAlreadyPaid(bytes32 id);
    /// @notice The native value is not the value that this payment requires.
    error UnexpectedValue(uint256 value, uint256 required);
    /// @notice The configured value of `field` is invalid.
    error InvalidConfig(bytes32 field);

    /// @notice A solver's window was set; a revoked solver has an empty window.
    event SolverSet(address indexed solver, uint48 start, uint48 stop);

    /// @notice Adds a solver or changes its window.
    /// @param config The solver and the window in which its signatures are accepted.
    function setSolver(SolverConfig calldata config) external;

    /// @notice Ends a solver's window at once.
    /// @param solver The solver to revoke.
    function revokeSolver(address solver) external;

    /// @notice Stops all payments.
    function pause() external;

    /// @notice Allows payments again.
    function unpause() external;

    /// @notice Returns a solver's window, or zeros if the solver was never set or was revoked.
    /// @param solver The solver to look up.
    function solverWindow(address solver) external view returns (uint48 start, uint48 stop);

    /// @notice Returns whether a solver is active now.
    /// @param solver The solver to look up.
    function isSolverActive(address solver) external view returns (bool);
}
