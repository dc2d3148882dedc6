// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

/// The prover's cheat codes.
interface Vm {
    function assume(bool condition) external pure;
    function prank(address caller) external;
    function warp(uint256 time) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function store(address account, bytes32 slot, bytes32 word) external;
    function load(address account, bytes32 slot) external view returns (bytes32 word);
    function setArbitraryStorage(address account) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/// The prover's own cheat codes.
interface Svm {
    function createUint256(string calldata name) external returns (uint256);
    function createBytes32(string calldata name) external returns (bytes32);
    function createAddress(string calldata name) external returns (address);
    function createBytes(uint256 length, string calldata name) external returns (bytes memory);
    function createCalldata(string calldata contractName) external returns (bytes memory);
}

Svm constant svm = Svm(address(uint160(uint256(keccak256("svm cheat code")))));
