// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The cheat codes that these tests use.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 privateKey) external pure returns (address account);

    function assertEq(uint256 a, uint256 b) external pure;

    function assertEq(uint256 a, uint256 b, string calldata reason) external pure;

    function assertEq(bytes32 a, bytes32 b) external pure;

    function assertEq(address a, address b) external pure;

    function assertEq(string calldata a, string calldata b) external pure;

    function assertEq(bool a, bool b, string calldata reason) external pure;

    function assertTrue(bool condition) external pure;

    function assertTrue(bool condition, string calldata reason) external pure;

    function chainId(uint256 id) external;

    function deal(address account, uint256 balance) external;

    function etch(address account, bytes calldata code) external;

    function expectCall(address callee, bytes calldata data, uint64 count) external;

    function expectRevert(bytes calldata data) external;

    function expectEmit(address emitter) external;

    function getRecordedLogs() external returns (Log[] memory logs);

    function prank(address sender) external;

    function readLine(string calldata path) external returns (string memory line);

    function recordLogs() external;

    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    function startPrank(address sender) external;

    function stopPrank() external;

    function store(address account, bytes32 slot, bytes32 value) external;

    function toString(uint256 value) external pure returns (string memory);

    function toString(bytes calldata value) external pure returns (string memory);

    function warp(uint256 timestamp) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
