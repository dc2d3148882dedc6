// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {IPaymentGuard} from "../../interfaces/IPaymentGuard.sol";
import {ChainConfig, SolverConfig} from "../../types/Config.sol";
import {GuardConfig} from "../../types/GuardConfig.sol";

/// @title PlainGuardPolicy
/// @notice What a `PlainGuard` believes, as a contract developer would write it: a mapping for each list, immutables
/// for what never changes.
/// @dev For the gas comparison.
abstract contract PlainGuardPolicy is AccessControl, Pausable {
    struct Window {
        bool known;
        uint48 start;
        uint48 stop;
    }

    /// @notice May change solvers, chains and recipients.
    bytes32 public constant POLICY_ROLE = keccak256("POLICY_ROLE");
    /// @notice May pause, and revoke a solver at once.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice Where payments go.
    address public immutable depository;
    uint256 private immutable _chainId;
    bytes32 private immutable _chainNameHash;

    /// @notice Solvers, each with the time in which its signature counts; `stop` 0 is no end.
    mapping(address solver => Window) public windows;
    /// @notice The chains that orders name.
    mapping(bytes32 nameHash => uint256 chainId) public chainIds;
    /// @notice The names of chains, back from their ids.
    mapping(uint256 chainId => bytes32 nameHash) public chainNames;
    /// @notice The chains whose addresses are those of the EVM.
    mapping(uint256 chainId => bool) public isEvmChain;
    /// @notice Who may be paid on which chain.
    mapping(uint256 chainId => mapping(bytes32 recipientHash => bool)) public recipients;

    constructor(GuardConfig memory config) {
        depository = config.depository;
        _chainId = block.chainid;
        _chainNameHash = keccak256(bytes(config.chainName));
        _grantRole(DEFAULT_ADMIN_ROLE, config.admin);
        _grantRole(POLICY_ROLE, config.admin);
        _grantRole(GUARDIAN_ROLE, config.admin);
        _setChain(ChainConfig({name: config.chainName, chainId: block.chainid, isEvm: true}));
        for (uint256 i = 0; i < config.solvers.length; ++i) _setSolver(config.solvers[i]);
        for (uint256 i = 0; i < config.chains.length; ++i) _setChain(config.chains[i]);
        for (uint256 i = 0; i < config.recipients.length; ++i) {
            recipients[config.recipients[i].chainId][keccak256(config.recipients[i].recipient)] = true;
        }
    }

    /// @notice Adds a solver or changes its window.
    function setSolver(SolverConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setSolver(config);
    }

    /// @notice Ends a solver's window at once.
    function revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE) {
        delete windows[solver];
    }

    /// @notice Names a chain, or (`chainId` 0) removes its name.
    function setChain(ChainConfig calldata config) external onlyRole(POLICY_ROLE) {
        _setChain(config);
    }

    /// @notice Allows or removes a recipient on a chain.
    function setRecipient(uint256 chainId, bytes calldata recipient, bool allowed) external onlyRole(POLICY_ROLE) {
        recipients[chainId][keccak256(recipient)] = allowed;
    }

    /// @notice Stops all payments.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Allows payments again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    function _requireActive(address solver) internal view {
        Window memory window = windows[solver];
        bool active =
            window.known && window.start <= block.timestamp && (window.stop == 0 || block.timestamp < window.stop);
        if (!active) revert IPaymentGuard.UnknownSolver(solver, window.start, window.stop);
    }

    /// @dev The configured chain and the chain that the order names are this one.
    function _checkOrigin(string calldata name) internal view {
        if (_chainId != block.chainid) revert IPaymentGuard.WrongOriginChain(_chainId, block.chainid);
        bytes32 nameHash = keccak256(bytes(name));
        if (nameHash != _chainNameHash) revert IPaymentGuard.WrongOriginChain(chainIds[nameHash], block.chainid);
    }

    /// @dev Reverts for a chain that is not configured.
    function _chainIdOf(string calldata name) internal view returns (uint256 chainId) {
        chainId = chainIds[keccak256(bytes(name))];
        if (chainId == 0) revert IPaymentGuard.UnknownChain(name);
    }

    function _setSolver(SolverConfig memory config) private {
        windows[config.solver] = Window({known: true, start: config.start, stop: config.stop});
    }

    function _setChain(ChainConfig memory config) private {
        bytes32 nameHash = keccak256(bytes(config.name));
        uint256 old = chainIds[nameHash];
        delete chainNames[old];
        delete isEvmChain[old];
        chainIds[nameHash] = config.chainId;
        if (config.chainId == 0) return;
        if (chainNames[config.chainId] != bytes32(0)) revert IPaymentGuard.InvalidConfig("chainId");
        chainNames[config.chainId] = nameHash;
        isEvmChain[config.chainId] = config.isEvm;
    }
}
