// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {FillDelivery} from "./FillDelivery.sol";
import {FillVerifier} from "./FillVerifier.sol";
import {SignedOrders} from "./evidence/SignedOrders.sol";
import {IInboxReceiver} from "./interfaces/IInboxReceiver.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {Inboxes} from "./libraries/Inboxes.sol";
import {ChainConfig, Config} from "./types/Config.sol";
import {InboxTerms} from "./types/InboxTerms.sol";
import {SignedOrderProof} from "./types/SignedOrder.sol";
import {Terms} from "./types/Terms.sol";

/// @title InboxReceiver
/// @notice Accepts plain transfers to inboxes, and passes them on to allowed recipients. To claim an inbox, present an order
/// that pays the inbox and that a solver signed.
/// @dev Deploy it behind a proxy or as a clone, and initialize it in the same transaction. Money goes from the inbox to its
/// recipient or its owner, and never through this contract.
/// @dev Warning: behind an upgradeable proxy, the account that upgrades can take everything that waits in inboxes.
contract InboxReceiver is SignedOrders, FillDelivery, IInboxReceiver {
    /// @custom:storage-location erc7201:fillproof.storage.InboxReceiver
    struct InboxReceiverStorage {
        mapping(bytes32 inboxHash => uint256) claims;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.InboxReceiver")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant INBOX_RECEIVER_STORAGE =
        0x89dfc673e10beab56782137ab7ef441cc59c85bd7be218365cb22c3a382b0800;

    constructor() {
        address implementation = Inboxes.IMPLEMENTATION;
        if (implementation.codehash != Inboxes.CODE_HASH) revert InboxMissing(implementation);
        _disableInitializers();
    }

    /// @inheritdoc IInboxReceiver
    function initialize(Config memory config, ChainConfig[] calldata chains) external initializer {
        __FillDelivery_init(config);
        __SignedOrders_init(chains);
    }

    /// @inheritdoc IInboxReceiver
    function claim(
        InboxTerms calldata terms,
        SignedOrderProof calldata order,
        bytes calldata signature,
        bytes32[] calldata recipientProof
    ) external nonReentrant returns (uint256 credited) {
        (bytes32 inboxHash, address inbox) = _locate(terms);
        _checkClaimer(terms.claimer);
        Terms memory fill = _readInboxFill(order, signature);
        _match("token", _padded(fill.token), _padded(terms.token));
        _match("recipient", _padded(fill.recipient), _padded(inbox));
        _readClaim(fill, terms, recipientProof);

        uint256 balance = _balanceOf(fill.token, inbox);
        uint256 amount = Math.min(balance, fill.maximum);
        _acceptClaim(fill, amount, inboxHash, inbox);

        credited = _collect(fill, amount, inboxHash, inbox, balance);
        emit FillAccepted(fill.id, fill.recipient, fill.solver, inbox, fill.token, credited);
        if (fill.hook) _callHook(fill, credited);
    }

    /// @inheritdoc IInboxReceiver
    function refund(
        InboxTerms calldata terms,
        address token,
        address to
    ) external nonReentrant returns (uint256 amount) {
        (bytes32 inboxHash, address inbox) = _locate(terms);
        bool isOwner = msg.sender == terms.refundTo;
        if (to == address(0) || to == inbox || to == address(this) || (!isOwner && to != terms.refundTo)) {
            revert InvalidRefundTo(to);
        }
        // A refund of `token` could also lower the balance of `terms.token`: a token can have two addresses, and a native
        // currency can have an ERC-20 address.
        // slither-disable-next-line timestamp
        bool isKept = !isOwner && block.timestamp <= terms.deadline;
        uint256 kept = isKept ? _balanceOf(terms.token, inbox) : 0;

        uint256 balance = _balanceOf(token, inbox);
        if (balance == 0) revert InboxEmpty(inbox, token);
        amount = _sendFrom(inboxHash, inbox, token, to, balance, balance);
        if (isKept) _checkKept(terms.token, inbox, kept);
        emit InboxRefunded(inboxHash, token, to, amount);
    }

    /// @inheritdoc IInboxReceiver
    function inboxOf(InboxTerms calldata terms) external view returns (address inbox) {
        (, inbox) = _locate(terms);
    }

    /// @inheritdoc IInboxReceiver
    function hashInboxTerms(InboxTerms calldata terms) external pure returns (bytes32 inboxHash) {
        return Inboxes.hash(terms);
    }

    /// @inheritdoc IInboxReceiver
    function claims(bytes32 inboxHash) public view returns (uint256 count) {
        return _inboxReceiverStorage().claims[inboxHash];
    }

    /// @inheritdoc IInboxReceiver
    function claimId(bytes32 inboxHash, uint256 number) public view returns (bytes32 id) {
        return keccak256(abi.encode(block.chainid, address(this), inboxHash, number));
    }

    // Claims

    /// @dev Checks that the caller may claim.
    function _checkClaimer(address claimer) internal view virtual {
        if (claimer != address(0) && msg.sender != claimer) revert ClaimerNotAllowed(msg.sender, claimer);
    }

    /// @dev Completes `fill`, which was read from the order, with the terms of the inbox. The largest minimum (of the order,
    /// the terms and the token) and the earlier deadline apply. Nothing proves where the money came from, so hooks get zeros
    /// as the origin.
    function _readClaim(Terms memory fill, InboxTerms calldata terms, bytes32[] calldata recipientProof) private view {
        fill.originChainId = 0;
        fill.originCurrency = 0;
        fill.recipient = terms.recipient;
        fill.refundTo = terms.refundTo;
        fill.deadline = Math.min(fill.deadline, terms.deadline);
        fill.data = terms.data;
        _readRecipient(fill, recipientProof);
        _match("hook", _flag(terms.hook), _flag(fill.hook));
        uint256 least;
        (least, fill.maximum) = _checkToken(fill.token);
        fill.minimum = Math.max(Math.max(fill.minimum, terms.minimum), least);
    }

    /// @dev Accepts a claim whose evidence was read and checked, and counts it. Replaces the order's id in `fill.id` with the
    /// claim's id. Make external calls only after this function. Override it to restrict which inboxes can be claimed:
    /// `_accept` sees only the account that claims.
    function _acceptClaim(Terms memory fill, uint256 amount, bytes32 inboxHash, address inbox) internal virtual {
        _accept(fill, amount);
        bytes32 orderId = fill.id;
        fill.id = claimId(inboxHash, ++_inboxReceiverStorage().claims[inboxHash]);
        emit InboxClaimed(inboxHash, orderId, fill.id, inbox);
    }

    /// @dev Native currency comes from the inbox, so the message's value is not compared.
    function _checkPayment(
        Terms memory fill,
        uint256 amount,
        uint256 /* value */
    ) internal view virtual override(FillVerifier) {
        super._checkPayment(fill, amount, fill.token == address(0) ? amount : 0);
    }

    /// @dev Sends an accepted claim from the inbox to the recipient. `balance` is the inbox's balance before. Returns the
    /// amount to credit.
    function _collect(
        Terms memory fill,
        uint256 amount,
        bytes32 inboxHash,
        address inbox,
        uint256 balance
    ) private returns (uint256 credited) {
        (address token, address recipient) = (fill.token, fill.recipient);
        if (token == address(0)) {
            credited = _sendFrom(inboxHash, inbox, token, recipient, amount, balance);
            if (credited != amount) revert BalanceChanged(token, inbox.balance, balance - amount);
            return credited;
        }
        uint256 before = BoundedCalls.balanceOf(token, recipient);
        uint256 sent = _sendFrom(inboxHash, inbox, token, recipient, amount, balance);
        uint256 arrived = Math.saturatingSub(BoundedCalls.balanceOf(token, recipient), before);
        credited = Math.min(Math.min(amount, sent), arrived);
        if (credited < fill.minimum) revert PaymentTooLow(credited, fill.minimum);
    }

    // Inboxes

    /// @dev Returns the hash and the address of an inbox. Reverts if the owner, `refundTo`, is zero or this contract.
    function _locate(InboxTerms calldata terms) private view returns (bytes32 inboxHash, address inbox) {
        address refundTo = terms.refundTo;
        if (refundTo == address(0) || refundTo == address(this)) revert InvalidRefundTo(refundTo);
        inboxHash = Inboxes.hash(terms);
        inbox = Inboxes.locate(inboxHash, address(this));
    }

    /// @dev Makes an inbox send `amount` of a token, or reverts. `balance` is the inbox's balance before. Returns the amount
    /// that left the inbox. Creates the inbox first if it has no code.
    function _sendFrom(
        bytes32 inboxHash,
        address inbox,
        address token,
        address to,
        uint256 amount,
        uint256 balance
    ) private returns (uint256 left) {
        // The returned address is not needed: it is `inbox`.
        // slither-disable-next-line unused-return
        if (inbox.code.length == 0) Clones.cloneDeterministic(Inboxes.IMPLEMENTATION, inboxHash);
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(inbox, 0, abi.encode(inboxHash, token, to, amount));
        if (!ok) {
            if (token == address(0)) revert NativeTransferFailed(to, amount, reason);
            revert TokenTransferFailed(token, inbox, to, amount);
        }
        return Math.saturatingSub(balance, _balanceOf(token, inbox));
    }

    /// @dev Checks that a stranger's refund left `kept` in the inbox, because a claim may still take this amount.
    function _checkKept(address token, address inbox, uint256 kept) private view {
        uint256 found = _balanceOf(token, inbox);
        if (found < kept) revert BalanceChanged(token, found, kept);
    }

    function _flag(bool value) private pure returns (bytes32) {
        return bytes32(uint256(value ? 1 : 0));
    }

    function _inboxReceiverStorage() private pure returns (InboxReceiverStorage storage $) {
        assembly {
            $.slot := INBOX_RECEIVER_STORAGE
        }
    }
}
