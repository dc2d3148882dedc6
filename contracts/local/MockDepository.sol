// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ServiceOwner} from "./ServiceOwner.sol";
import {ServiceTransfers} from "./ServiceTransfers.sol";

/// @notice One call out of the depository; `value` is in wei.
struct Call {
    address to;
    bytes data;
    uint256 value;
    bool allowFailure;
}

/// @notice The calls that the allocator signs. They can be executed up to and including `expiration`, in Unix seconds.
struct CallRequest {
    Call[] calls;
    uint256 nonce;
    uint256 expiration;
}

/// @notice The result of a call.
struct CallResult {
    bool success;
    bytes returnData;
}

/// @title MockDepository
/// @notice Behaves as the public depository. Users pay into it on the origin chain, and its allocator signs every withdrawal.
/// @dev Events have no indexed fields, an id may be used many times, and any amount is accepted. So the solver must check
/// each deposit.
/// @dev Warning: For tests. The deployer is owner and first allocator.
contract MockDepository is ServiceOwner {
    /// @notice The type hash of a call.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _CALL_TYPEHASH = 0xd5395b56326912498477b4b3e987bcd306e0ea8d9f9e41e3563c6176a7bc2f65;

    /// @notice The type hash of a request.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _CALL_REQUEST_TYPEHASH = 0x1dcae8e357e31cf00a7777284e6f769bb6d19654688c9665de5fea6f35f5357c;

    string private constant NAME = "RelayDepository";
    string private constant VERSION = "1";

    bytes32 private constant DOMAIN_TYPEHASH = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );

    /// @notice Whether a request was executed, by its struct hash.
    mapping(bytes32 id => bool isUsed) public callRequests;

    /// @notice Signs requests; an account or an ERC-1271 contract.
    address public allocator;

    /// @notice Native currency was deposited for the order `id`, in the name of `from`.
    event RelayNativeDeposit(address from, uint256 amount, bytes32 id);

    /// @notice Tokens were deposited for the order `id`, in the name of `from`. `amount` is the requested amount.
    event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id);

    /// @notice A call of the request `id` succeeded.
    event RelayCallExecuted(bytes32 id, Call call);

    /// @notice The allocator can't be zero.
    error AddressCannotBeZero();

    /// @notice The allocator did not sign this request.
    error InvalidSignature();

    /// @notice The request's expiration has passed.
    error CallRequestExpired();

    /// @notice The request was executed before.
    error CallRequestAlreadyUsed();

    /// @notice A call failed. `returnData` is its return data.
    error CallFailed(bytes returnData);

    /// @notice Makes the deployer owner and allocator.
    constructor() {
        _setOwner(msg.sender);
        allocator = msg.sender;
    }

    /// @notice Changes the allocator.
    function setAllocator(address newAllocator) external onlyOwner {
        if (newAllocator == address(0)) revert AddressCannotBeZero();
        allocator = newAllocator;
    }

    /// @notice Deposits the call's native value.
    /// @param depositor The account that is credited; zero means the caller.
    /// @param id The order id.
    function depositNative(address depositor, bytes32 id) external payable {
        emit RelayNativeDeposit(_creditedTo(depositor), msg.value, id);
    }

    /// @notice Deposits `amount` of `token`, taken from the caller.
    /// @param depositor The account that is credited; zero means the caller.
    /// @param token The token.
    /// @param amount The amount to take, in the token's smallest unit.
    /// @param id The order id.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        _depositErc20(depositor, token, amount, id);
    }

    /// @notice Deposits all that the caller has approved of `token`.
    /// @param depositor The account that is credited; zero means the caller.
    /// @param token The token.
    /// @param id The order id.
    function depositErc20(address depositor, address token, bytes32 id) external {
        _depositErc20(depositor, token, IERC20(token).allowance(msg.sender, address(this)), id);
    }

    /// @notice Makes the calls that the allocator signed, once; anyone may submit them.
    function execute(
        CallRequest calldata request,
        bytes calldata signature
    ) external returns (CallResult[] memory results) {
        if (block.timestamp > request.expiration) revert CallRequestExpired();
        bytes32 id = _hashRequest(request);
        if (!_isAllocators(MessageHashUtils.toTypedDataHash(_domainSeparator(), id), signature))
            revert InvalidSignature();
        if (callRequests[id]) revert CallRequestAlreadyUsed();
        callRequests[id] = true;

        results = new CallResult[](request.calls.length);
        for (uint256 i = 0; i < results.length; ++i) {
            Call calldata one = request.calls[i];
            (bool success, bytes memory data) = one.to.call{value: one.value}(one.data);
            if (success) emit RelayCallExecuted(id, one);
            else if (!one.allowFailure) revert CallFailed(data);
            results[i] = CallResult(success, data);
        }
    }

    /// @notice Describes the domain of signed requests (ERC-5267).
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (0x0f, NAME, VERSION, block.chainid, address(this), 0, extensions);
    }

    /// @dev Takes the tokens from the caller, whichever account is credited.
    function _depositErc20(address depositor, address token, uint256 amount, bytes32 id) private {
        ServiceTransfers.take(token, msg.sender, address(this), amount);
        emit RelayErc20Deposit(_creditedTo(depositor), token, amount, id);
    }

    /// @dev Returns the credited account: the caller if `depositor` is zero.
    function _creditedTo(address depositor) private view returns (address) {
        return depositor == address(0) ? msg.sender : depositor;
    }

    /// @dev Accepts 64 and 65 bytes and any `s`, as the public contract does.
    function _isAllocators(bytes32 digest, bytes calldata signature) private view returns (bool) {
        address signer = allocator;
        if (signer.code.length != 0) {
            (bool success, bytes memory answer) = signer.staticcall(
                abi.encodeCall(IERC1271.isValidSignature, (digest, signature))
            );
            return success && answer.length >= 32 && bytes32(answer) == bytes32(IERC1271.isValidSignature.selector);
        }
        if (signature.length != 64 && signature.length != 65) return false;
        bytes32 s = bytes32(signature[32:64]);
        uint8 v = signature.length == 65 ? uint8(signature[64]) : uint8(uint256(s) >> 255) + 27;
        if (signature.length == 64) s &= bytes32(type(uint256).max >> 1);
        address recovered = ecrecover(digest, v, bytes32(signature[:32]), s);
        return recovered != address(0) && recovered == signer;
    }

    function _domainSeparator() private view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    DOMAIN_TYPEHASH,
                    keccak256(bytes(NAME)),
                    keccak256(bytes(VERSION)),
                    block.chainid,
                    address(this)
                )
            );
    }

    /// @dev Returns the struct hash of a request, without the domain.
    function _hashRequest(CallRequest calldata request) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](request.calls.length);
        for (uint256 i = 0; i < hashes.length; ++i) {
            Call calldata one = request.calls[i];
            hashes[i] = keccak256(abi.encode(_CALL_TYPEHASH, one.to, keccak256(one.data), one.value, one.allowFailure));
        }
        bytes32 calls = keccak256(abi.encodePacked(hashes));
        return keccak256(abi.encode(_CALL_REQUEST_TYPEHASH, calls, request.nonce, request.expiration));
    }
}
