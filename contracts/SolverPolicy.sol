// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlUpgradeable} from "@openzeppelin/contracts-upgradeable/access/AccessControlUpgradeable.sol";
import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";

import {ISolverPolicy} from "./interfaces/ISolverPolicy.sol";
import {SolverAttestation} from "./libraries/SolverAttestation.sol";
import {SolverConfig} from "./types/Config.sol";

/// @title SolverPolicy
/// @notice The policy base of receivers and guards: roles, solvers, and the pause.
/// @dev The derived contract stores the pause next to its own state, so that a payment reads both at once.
abstract contract SolverPolicy is ISolverPolicy, AccessControlUpgradeable, PausableUpgradeable {
    /// @dev A solver is active if start <= now < end, in Unix seconds. `end` is zero for an unknown solver.
    struct Window {
        uint48 start;
        uint48 end;
    }

    /// @custom:storage-location erc7201:fillproof.storage.SolverPolicy
    struct SolverPolicyStorage {
        mapping(address solver => Window) windows;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.SolverPolicy")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant SOLVER_POLICY_STORAGE = 0x8d1840c9027fde4e9df6e22acd0caf06150ce54d88df70a7d34cc06449ad7100;

    uint48 private constant NEVER = type(uint48).max;

    /// @notice May change the policy.
    bytes32 public constant POLICY_ROLE = keccak256("fillproof.POLICY_ROLE");
    /// @notice May pause and revoke solvers at once.
    bytes32 public constant GUARDIAN_ROLE = keccak256("fillproof.GUARDIAN_ROLE");

    /// @dev `admin` administers every role and changes the policy. `guardian` pauses and revokes solvers. Only these accounts
    /// get a role: the deployer does not, and `admin` does not become guardian.
    function __SolverPolicy_init(address admin, address guardian, string memory chainName) internal onlyInitializing {
        if (bytes(chainName).length == 0) revert InvalidConfig("chainName");

        __AccessControl_init();
        _grantFirst(DEFAULT_ADMIN_ROLE, admin, "admin");
        _grantRole(POLICY_ROLE, admin);
        _grantFirst(GUARDIAN_ROLE, guardian, "guardian");
    }

    /// @inheritdoc ISolverPolicy
    function setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE) {
        _setSolver(config);
    }

    /// @inheritdoc ISolverPolicy
    function revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE) {
        delete _solverPolicyStorage().windows[solver];
        emit SolverSet(solver, 0, 0);
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
        Window storage window = _solverPolicyStorage().windows[solver];
        return (window.start, window.end == NEVER ? 0 : window.end);
    }

    /// @inheritdoc ISolverPolicy
    function isSolverActive(address solver) public view returns (bool) {
        Window storage window = _solverPolicyStorage().windows[solver];
        (uint256 start, uint256 end) = (window.start, window.end);
        // Windows are in seconds, and the chain's rules for timestamps apply.
        // slither-disable-next-line timestamp
        return start <= block.timestamp && block.timestamp < end;
    }

    /// @dev Recovers the signer of `digest`. Reverts unless the signer is an active solver.
    function _recoverSolver(bytes32 digest, bytes calldata signature) internal view returns (address solver) {
        solver = SolverAttestation.tryRecover(digest, signature);
        if (solver == address(0)) revert InvalidSignature(digest, signature);
        _checkSolver(solver);
    }

    /// @dev Reverts unless the solver is active now.
    function _checkSolver(address solver) internal view virtual {
        if (isSolverActive(solver)) return;
        (uint48 start, uint48 stop) = solverWindow(solver);
        revert UnknownSolver(solver, start, stop);
    }

    /// @dev Returns whether the window of `a` ends after the window of `b`.
    function _outlasts(address a, address b) internal view returns (bool) {
        SolverPolicyStorage storage $ = _solverPolicyStorage();
        return $.windows[a].end > $.windows[b].end;
    }

    /// @dev Grants a role to `account`. Reverts with `InvalidConfig(field)` if `account` is zero.
    function _grantFirst(bytes32 role, address account, bytes32 field) internal {
        if (account == address(0)) revert InvalidConfig(field);
        _grantRole(role, account);
    }

    /// @dev Stores the pause in a slot that every payment reads anyway; `paused` reads it from there.
    function _setPaused(bool value) internal virtual;

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
        uint48 end = config.stop == 0 ? NEVER : config.stop;
        _solverPolicyStorage().windows[config.solver] = Window({start: config.start, end: end});
        emit SolverSet(config.solver, config.start, config.stop);
    }

    function _solverPolicyStorage() private pure returns (SolverPolicyStorage storage $) {
        assembly {
            $.slot := SOLVER_POLICY_STORAGE
        }
    }
}
