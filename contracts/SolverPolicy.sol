// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";

import {ISolverPolicy} from "./interfaces/ISolverPolicy.sol";
import {Failures} from "./libraries/Failures.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {SolverConfig} from "./types/Config.sol";

/// @title SolverPolicy
/// @notice The policy base of receivers and guards: roles, solvers, and the pause.
/// @dev The deriving contract stores the state, so that a payment reads it together with its own.
abstract contract SolverPolicy is ISolverPolicy, AccessControlUpgradeable, PausableUpgradeable {
    using SolverWindows for SolverWindows.State;

    /// @notice May change the policy.
    bytes32 public constant POLICY_ROLE = keccak256("fillproof.POLICY_ROLE");
    /// @notice May pause, and revoke a solver at once.
    bytes32 public constant GUARDIAN_ROLE = keccak256("fillproof.GUARDIAN_ROLE");

    /// @dev Checks `admin` and `chainName`, and grants `admin` every role of this contract.
    function __SolverPolicy_init(address admin, string memory chainName) internal onlyInitializing {
        if (admin == address(0)) revert InvalidConfig("admin");
        if (bytes(chainName).length == 0) revert InvalidConfig("chainName");

        __AccessControl_init();
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(POLICY_ROLE, admin);
        _grantRole(GUARDIAN_ROLE, admin);
    }

    /// @inheritdoc ISolverPolicy
    function setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE) {
        _setSolver(config);
    }

    /// @inheritdoc ISolverPolicy
    function revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE) {
        _solvers().revoke(solver);
        emit SolverSet(solver, 0, 0);
        _solverNarrowed();
    }

    /// @inheritdoc ISolverPolicy
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @inheritdoc ISolverPolicy
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @inheritdoc ISolverPolicy
    function solverWindow(address solver) public view returns (uint48 start, uint48 stop) {
        return _solvers().get(solver);
    }

    /// @inheritdoc ISolverPolicy
    function isSolverActive(address solver) public view returns (bool) {
        return _solvers().isActive(solver);
    }

    /// @dev Where the deriving contract stores the solvers.
    function _solvers() internal view virtual returns (SolverWindows.State storage);

    /// @dev Stores the pause where every payment reads anyway. `paused` reads it there.
    function _setPaused(bool value) internal virtual;

    /// @dev Runs after a change that makes a solver count for less time.
    function _solverNarrowed() internal virtual {}

    function _pause() internal override whenNotPaused {
        _setPaused(true);
        emit Paused(msg.sender);
    }

    function _unpause() internal override whenPaused {
        _setPaused(false);
        emit Unpaused(msg.sender);
    }

    function _setSolver(SolverConfig memory config) internal {
        if (config.solver == address(0)) revert InvalidConfig("solver");
        if (config.stop != 0 && config.stop <= config.start) revert InvalidConfig("stop");
        bool narrowed = _solvers().set(config.solver, config.start, config.stop);
        emit SolverSet(config.solver, config.start, config.stop);
        if (narrowed) _solverNarrowed();
    }

    /// @dev Encodes the error of a signer that is not an active solver.
    function _unknownSolver(address signer) internal view returns (bytes memory) {
        (uint48 start, uint48 stop) = solverWindow(signer);
        return Failures.encode(UnknownSolver.selector, Failures.word(signer), start, stop);
    }
}
