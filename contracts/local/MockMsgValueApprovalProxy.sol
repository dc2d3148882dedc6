// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {MetadataProxy} from "./MetadataProxy.sol";
import {MetadataRouter} from "./MetadataRouter.sol";
import {Call3Value, Permit2612, Permit3009, Result} from "./ServiceStructs.sol";

/// @notice The fields of a `MulticallAuthorization` except the first, the signer, in the order in which they are hashed.
struct MulticallTerms {
    address relayer;
    uint256 msgValue;
    address refundTo;
    address nftRecipient;
    bytes32 metadataHash;
    uint256 fundingIndex;
    bytes32 callsHash;
    bytes32 fundingHash;
}

/// @title MockMsgValueApprovalProxy
/// @notice Behaves as version 3.2 of the public approval proxy. A user's signature covers the native currency that the caller
/// attaches. ERC-3009 authorizations need a second signature. A multicall with permits sends the remaining tokens to
/// `refundTo`.
/// @dev Warning: For tests.
contract MockMsgValueApprovalProxy is MetadataProxy, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice The version of the public contract, also in its EIP-712 domain.
    string public constant VERSION = "3.2";

    /// @notice The witness part of the EIP-712 type that a user signs for Permit2.
    // solhint-disable-next-line const-name-snakecase
    string public constant _RELAYER_WITNESS_TYPE_STRING =
        "RelayerWitness witness)Call3Value(address target,bool allowFailure,uint256 value,bytes callData)RelayerWitness(address relayer,uint256 msgValue,address refundTo,address nftRecipient,bytes metadata,Call3Value[] call3Values)TokenPermissions(address token,uint256 amount)";

    /// @notice The type hash of the witness.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _RELAYER_WITNESS_TYPEHASH =
        0xd76374691ddc05e36dab8a7c32edf97cf0c848dfabcd1ce363972ae476b3181e;

    /// @notice The type hash of the second signature that a user makes for ERC-3009 authorizations.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _MULTICALL_AUTHORIZATION_TYPEHASH =
        0xd2fe87296279b62a2a7d06e3043a3967340d3e0e9b96d1da3dd7b0716568ecff;

    /// @notice The type hash of one ERC-3009 authorization in a multicall authorization.
    // solhint-disable-next-line const-name-snakecase
    bytes32 public constant _FUNDING_AUTHORIZATION_TYPEHASH =
        0x0614ae8654119b921ff09c09796e82a9d5d3634f113ca66956e3181ad3b090c9;

    /// @notice The list of permits is empty.
    error PermitsCannotBeEmpty();

    /// @notice The signer of an ERC-3009 authorization did not sign this multicall.
    error InvalidMulticallSignature();

    /// @notice A withdrawal can't go to zero.
    error RecipientCannotBeZeroAddress();

    /// @notice The owner, the router or Permit2 is zero, and could not be corrected later.
    error ConstructorArgCannotBeZeroAddress();

    /// @notice Sets the proxy up.
    constructor(
        address initialOwner,
        address router,
        address permit2
    ) MetadataProxy(initialOwner, router, permit2) EIP712("RelayApprovalProxy", VERSION) {
        if (initialOwner == address(0) || router == address(0) || permit2 == address(0)) {
            revert ConstructorArgCannotBeZeroAddress();
        }
    }

    /// @notice Accepts native currency, which the owner can withdraw.
    receive() external payable {
        if (msg.value != 0) emit FundsMovement(msg.sender, address(this), address(0), msg.value, "");
    }

    /// @notice Sends the proxy's balance of `token` to `recipient`; zero is native currency.
    function withdraw(address token, address recipient) external onlyOwner {
        if (recipient == address(0)) revert RecipientCannotBeZeroAddress();
        uint256 amount = token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
        if (token == address(0)) _sendNative(recipient, amount, gasleft());
        else IERC20(token).safeTransfer(recipient, amount);
        if (amount != 0) emit FundsMovement(address(this), recipient, token, amount, "");
    }

    /// @notice Moves the caller's tokens into the router by ERC-2612 permits. The router then makes the calls and sends the
    /// remaining tokens to `refundTo`.
    function permitTransferAndMulticall(
        Permit2612[] calldata permits,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) external payable returns (Result[] memory results) {
        _requireRefundTo(refundTo);
        address[] memory tokens = new address[](permits.length);
        for (uint256 i = 0; i < tokens.length; ++i) {
            Permit2612 calldata permit = permits[i];
            tokens[i] = permit.token;
            _usePermit(permit);
            IERC20(permit.token).safeTransferFrom(permit.owner, ROUTER, permit.value);
            _report(permit.owner, permit.token, permit.value, metadata);
        }
        results = _multicall(calls, refundTo, nftRecipient, metadata);
        _sweep(tokens, refundTo, metadata);
    }

    /// @notice Moves tokens into the router by ERC-3009 authorizations. The router then makes the calls and sends the
    /// remaining tokens to `refundTo`.
    /// @dev The nonce of each authorization is a digest, which the signer signs again. The digest covers the whole multicall,
    /// its caller, its value and all authorizations. A contract signs by ERC-1271.
    function permit3009TransferAndMulticall(
        Permit3009[] calldata permits,
        address[] memory tokens,
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata,
        bytes[] memory multicallSignatures
    ) external payable returns (Result[] memory results) {
        _requireLengths(tokens.length, permits.length);
        _requireLengths(multicallSignatures.length, permits.length);
        if (permits.length == 0) revert PermitsCannotBeEmpty();
        _requireRefundTo(refundTo);
        _fund(permits, tokens, _describe(calls, refundTo, nftRecipient, metadata), metadata, multicallSignatures);
        results = _multicall(calls, refundTo, nftRecipient, metadata);
        _sweep(tokens, refundTo, metadata);
    }

    /// @inheritdoc MetadataProxy
    function _report(address from, address token, uint256 amount, bytes calldata metadata) internal override {
        if (amount != 0) emit FundsMovement(from, ROUTER, token, amount, metadata);
    }

    /// @inheritdoc MetadataProxy
    function _sweep(address[] memory tokens, address refundTo, bytes calldata metadata) internal override {
        address[] memory recipients = new address[](tokens.length);
        for (uint256 i = 0; i < tokens.length; ++i) recipients[i] = refundTo;
        MetadataRouter router = MetadataRouter(payable(ROUTER));
        if (tokens.length != 0) router.cleanupErc20s(tokens, recipients, new uint256[](tokens.length), metadata);
        router.cleanupNative(0, refundTo, metadata);
    }

    /// @inheritdoc MetadataProxy
    function _hashWitness(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) internal view override returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    _RELAYER_WITNESS_TYPEHASH,
                    msg.sender,
                    msg.value,
                    refundTo,
                    nftRecipient,
                    keccak256(metadata),
                    _hashCalls(calls)
                )
            );
    }

    /// @inheritdoc MetadataProxy
    function _witnessType() internal pure override returns (string memory) {
        return _RELAYER_WITNESS_TYPE_STRING;
    }

    /// @dev Uses every authorization, and passes the tokens that arrive on to the router.
    function _fund(
        Permit3009[] calldata permits,
        address[] memory tokens,
        MulticallTerms memory terms,
        bytes calldata metadata,
        bytes[] memory signatures
    ) private {
        terms.fundingHash = _hashFunding(permits, tokens);
        for (uint256 i = 0; i < permits.length; ++i) {
            terms.fundingIndex = i;
            bytes32 digest = _hashTypedDataV4(
                keccak256(abi.encode(_MULTICALL_AUTHORIZATION_TYPEHASH, permits[i].from, terms))
            );
            if (!SignatureChecker.isValidSignatureNow(permits[i].from, digest, signatures[i])) {
                revert InvalidMulticallSignature();
            }
            _pass(permits[i], IERC20(tokens[i]), digest, metadata);
        }
    }

    function _pass(Permit3009 calldata permit, IERC20 token, bytes32 nonce, bytes calldata metadata) private {
        uint256 balance = token.balanceOf(address(this));
        _useAuthorization(address(token), permit, nonce);
        uint256 received = token.balanceOf(address(this)) - balance;
        uint256 held = token.balanceOf(ROUTER);
        token.safeTransfer(ROUTER, received);
        _report(permit.from, address(token), token.balanceOf(ROUTER) - held, metadata);
    }

    function _describe(
        Call3Value[] calldata calls,
        address refundTo,
        address nftRecipient,
        bytes calldata metadata
    ) private view returns (MulticallTerms memory terms) {
        terms.relayer = msg.sender;
        terms.msgValue = msg.value;
        terms.refundTo = refundTo;
        terms.nftRecipient = nftRecipient;
        terms.metadataHash = keccak256(metadata);
        terms.callsHash = _hashCalls(calls);
    }

    function _hashFunding(Permit3009[] calldata permits, address[] memory tokens) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](permits.length);
        for (uint256 i = 0; i < permits.length; ++i) {
            hashes[i] = keccak256(
                abi.encode(
                    _FUNDING_AUTHORIZATION_TYPEHASH,
                    tokens[i],
                    permits[i].from,
                    permits[i].value,
                    permits[i].validAfter,
                    permits[i].validBefore
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }
}
