// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title MockToken
/// @notice A plain token that its owner mints. Holders can sign a transfer (ERC-3009) or an allowance (ERC-2612), which
/// another account sends.
contract MockToken is ERC20, Ownable, ERC20Permit {
    /// @notice A recipient and its amount, in the smallest unit.
    struct Share {
        address to;
        uint256 amount;
    }

    /// @notice The type hash of a signed transfer, as EIP-3009 has it.
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice The type hash of a signed transfer that only its recipient can make.
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    uint8 private immutable _decimals;

    mapping(address authorizer => mapping(bytes32 nonce => bool used)) private _authorizations;

    /// @notice A signed transfer was made.
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    /// @notice The transfer is not valid before or at `validAfter`.
    error AuthorizationNotYetValid(uint256 timestamp, uint256 validAfter);

    /// @notice The transfer is not valid from `validBefore` on.
    error AuthorizationExpired(uint256 timestamp, uint256 validBefore);

    /// @notice The transfer was already made.
    error AuthorizationAlreadyUsed(address authorizer, bytes32 nonce);

    /// @notice The signature is not the authorizer's signature over this transfer.
    error InvalidAuthorization(address authorizer);

    /// @notice Only the recipient can make this transfer.
    error CallerNotRecipient(address caller, address recipient);

    /// @notice Sets the token up; the deployer is the owner.
    constructor(
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) ERC20(tokenName, tokenSymbol) Ownable(msg.sender) ERC20Permit(tokenName) {
        _decimals = tokenDecimals;
    }

    /// @notice Mints `amount` of the smallest unit to `to`.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice Mints every share at once.
    function mintAll(Share[] calldata shares) external onlyOwner {
        for (uint256 i = 0; i < shares.length; ++i) _mint(shares[i].to, shares[i].amount);
    }

    /// @notice Makes a transfer that `from` signed, with the signature in one piece. Contracts sign by ERC-1271.
    /// @param from The payer, who signed.
    /// @param to The account that is paid.
    /// @param value The amount in the smallest unit.
    /// @param validAfter Unix seconds after which it can be made.
    /// @param validBefore Unix seconds before which it can be made.
    /// @param nonce Chosen by the signer; each nonce works once.
    /// @param signature The signature over the typed data.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _useAuthorization(
            TRANSFER_WITH_AUTHORIZATION_TYPEHASH,
            from,
            to,
            value,
            validAfter,
            validBefore,
            nonce,
            signature
        );
    }

    /// @notice Makes a transfer that `from` signed, with the signature in three parts.
    /// @param from The payer, who signed.
    /// @param to The account that is paid.
    /// @param value The amount in the smallest unit.
    /// @param validAfter Unix seconds after which it can be made.
    /// @param validBefore Unix seconds before which it can be made.
    /// @param nonce Chosen by the signer; each nonce works once.
    /// @param v The v of the signature.
    /// @param r The r of the signature.
    /// @param s The s of the signature.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        _useAuthorization(
            TRANSFER_WITH_AUTHORIZATION_TYPEHASH,
            from,
            to,
            value,
            validAfter,
            validBefore,
            nonce,
            abi.encodePacked(r, s, v)
        );
    }

    /// @notice Same as {transferWithAuthorization}, for a transfer that only its recipient can make.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (to != msg.sender) revert CallerNotRecipient(msg.sender, to);
        _useAuthorization(
            RECEIVE_WITH_AUTHORIZATION_TYPEHASH,
            from,
            to,
            value,
            validAfter,
            validBefore,
            nonce,
            abi.encodePacked(r, s, v)
        );
    }

    /// @notice Returns whether a nonce was used.
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool) {
        return _authorizations[authorizer][nonce];
    }

    /// @notice Returns the version in the domain of signed transfers.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// @dev Times are exclusive on both sides, as EIP-3009 has them.
    function _useAuthorization(
        bytes32 typeHash,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(block.timestamp, validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(block.timestamp, validBefore);
        if (_authorizations[from][nonce]) revert AuthorizationAlreadyUsed(from, nonce);
        bytes32 digest = _hashTypedDataV4(
            keccak256(abi.encode(typeHash, from, to, value, validAfter, validBefore, nonce))
        );
        if (!SignatureChecker.isValidSignatureNow(from, digest, signature)) revert InvalidAuthorization(from);
        _authorizations[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }
}
