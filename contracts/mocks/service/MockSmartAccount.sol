// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title MockSmartAccount
/// @notice An account whose owner signs batches of calls. Anyone may send a batch and pay its gas.
/// @dev Warning: For tests.
contract MockSmartAccount is EIP712 {
    /// @notice One call; `value` is in wei.
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// @notice The type hash of a call.
    bytes32 public constant CALL_TYPEHASH = keccak256("Call(address to,uint256 value,bytes data)");

    /// @notice The type hash of a batch.
    bytes32 public constant BATCH_TYPEHASH = keccak256(
        "Batch(Call[] calls,uint256 nonce)Call(address to,uint256 value,bytes data)"
    );

    /// @notice The owner, who signs batches.
    address public immutable OWNER;

    /// @notice The nonce of the next batch.
    uint256 public nextNonce;

    /// @notice The batch with this nonce ran.
    event Executed(uint256 nonce);

    /// @notice The batch is not the next one.
    error WrongNonce(uint256 nonce, uint256 required);

    /// @notice The signature is not the owner's signature over this batch.
    error InvalidBatchSignature();

    /// @notice The call at `index` failed and gave no reason.
    error CallFailed(uint256 index);

    /// @notice Sets the account up.
    constructor(address owner) payable EIP712("MockSmartAccount", "1") {
        OWNER = owner;
    }

    /// @notice Accepts native currency.
    receive() external payable {}

    /// @notice Runs a batch that the owner signed, all or nothing. If a call fails, its own revert data is passed on.
    /// @param calls The calls, in order.
    /// @param nonce Must equal {nextNonce}.
    /// @param signature The owner's signature over the typed data `Batch`.
    function execute(Call[] calldata calls, uint256 nonce, bytes calldata signature) external payable {
        if (nonce != nextNonce) revert WrongNonce(nonce, nextNonce);
        if (!SignatureChecker.isValidSignatureNow(OWNER, hashBatch(calls, nonce), signature)) {
            revert InvalidBatchSignature();
        }
        ++nextNonce;
        emit Executed(nonce);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory data) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (success) continue;
            if (data.length == 0) revert CallFailed(i);
            assembly ("memory-safe") {
                revert(add(data, 32), mload(data))
            }
        }
    }

    /// @notice Returns the hash that the owner signs.
    function hashBatch(Call[] calldata calls, uint256 nonce) public view returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            hashes[i] = keccak256(abi.encode(CALL_TYPEHASH, calls[i].to, calls[i].value, keccak256(calls[i].data)));
        }
        return _hashTypedDataV4(keccak256(abi.encode(BATCH_TYPEHASH, keccak256(abi.encodePacked(hashes)), nonce)));
    }
}
