// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IAttestedOrderReceiver} from "../interfaces/IAttestedOrderReceiver.sol";
import {IInboxReceiver} from "../interfaces/IInboxReceiver.sol";
import {ISignedOrderReceiver} from "../interfaces/ISignedOrderReceiver.sol";
import {FillEvidence, FillRequest, SignedFillEvidence, VM_FILLPROOF} from "../testing/FillproofTest.sol";
import {InboxTerms} from "../types/InboxTerms.sol";
import {Order, OrderCall} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {CountedFills} from "./CountedFills.sol";
import {LocalRecord, LocalTransaction, LocalTransactions} from "./LocalTransactions.sol";
import {RouterCalls} from "./RouterCalls.sol";
import {Result} from "./ServiceStructs.sol";

/// @notice The status of a request of a `LocalService`. `waiting`: quoted, and not paid by the user. `pending`: paid, and not
/// filled. `success`: filled. `refund`: failed, and refunded. `failure`: failed, and not refunded.
enum LocalStatus {
    unknown,
    waiting,
    pending,
    success,
    failure,
    refund
}

/// @notice The signer and the form of a signature: the solver, another key, or the solver with the high `s` that contracts
/// reject.
enum LocalSigning {
    solver,
    stranger,
    highS
}

/// @title LocalService
/// @notice Plays the whole service in a Solidity test, for Hardhat and Foundry: quotes, signs, takes deposits, and fills or
/// refunds when the test calls it.
/// @dev Deploy it in a test. It signs as the solver of `makeRequest`, with cheat codes that both tools have. It deploys the
/// service's contracts to the addresses of the public service that have no code yet, so a fork keeps its own contracts.
/// @dev A test has one state for all chains: an account has the same balance on each of them. For an action on another chain,
/// `LocalService` only changes the chain id until the action ends.
/// @dev A deposit is not filled by itself: the test calls `fill`. If the fill reverts, `fill` returns the revert data instead
/// of reverting, and the user gets the deposit back.
/// @dev Twin: the mock, `fillproof/mock`. Prices, fees, gas limits and deposits that a contract makes by itself are left out.
/// The oracle reads the amount of every fill from logs. `LocalService` does so only for a direct fill, which clears the logs
/// that the test has recorded. For other fills it compares the order's minimum with the amount that the solver sent, or, for
/// a token without calls, the amount that arrived.
/// @dev Warning: For tests.
contract LocalService is LocalTransactions {
    /// @notice The time in which an order can be filled after its quote.
    uint32 public constant ORDER_LIFETIME = 7 days;

    uint256 private constant CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    /// @notice The status of each request.
    mapping(bytes32 requestId => LocalStatus) public statusOf;

    /// @notice The revert data of the last failed fill of each request.
    mapping(bytes32 requestId => bytes) public failureOf;

    mapping(bytes32 requestId => bytes) private _records;
    mapping(bytes32 requestId => uint256) private _paid;
    uint256 private _count;

    /// @notice A call of the request would revert now, with `reason`. If `index` is one past the last call, the whole fill
    /// would revert.
    error DestinationCallFailed(uint256 index, bytes reason);

    /// @notice The calls spend more native currency than is certain to arrive.
    error InvalidCallValues(uint256 values, uint256 available);

    /// @notice The solver holds too little of the token. Give the solver some.
    error InsufficientLiquidity(address token, uint256 balance, uint256 needed);

    /// @notice The request does not have the status that this function needs.
    error WrongStatus(LocalStatus status, LocalStatus required);

    /// @notice The service fills no order after its deadline.
    error OrderExpired(uint256 timestamp, uint256 deadline);

    /// @notice Less than the order's minimum was delivered, so the fill does not count.
    error TooLittleDelivered(uint256 amount, uint256 minimum);

    /// @notice Evidence was not presented to the receiver that the order pays, so a fill would go to `refundTo`. Authorize
    /// first.
    error DepositBeforeAuthorization(bytes32 requestId);

    /// @notice The deposit is less than the order requires.
    error DepositTooLow(uint256 amount, uint256 required);

    // Quotes

    /// @notice Quotes an order that pays `payment` to `request.receiver`, through the router.
    /// @dev `request` has the user, the chains, the currencies and the amounts. The service is the solver, names the chains
    /// and the router, and sets the order's deadline to `ORDER_LIFETIME` from now.
    function quote(FillRequest memory request, Payment memory payment) external returns (bytes32 requestId) {
        return quoteCalls(request, RouterCalls.paying(router(), payment, request.receiver));
    }

    /// @notice Quotes an order with any calls. Without calls the solver pays `request.recipient`.
    /// @dev Like the public service, first simulates the calls with the amount that the solver will pay. Reverts if a call
    /// would revert.
    function quoteCalls(FillRequest memory request, OrderCall[] memory calls) public returns (bytes32 requestId) {
        _checkValues(request, calls);
        return _open(request, calls, false);
    }

    /// @notice Quotes an order that pays the inbox of `terms` at `request.receiver`. It has no calls, and needs no
    /// authorization. After the fill, claim the inbox with `signedEvidence`.
    function quoteInbox(FillRequest memory request, InboxTerms memory terms) external returns (bytes32 requestId) {
        request.token = terms.token;
        request.recipient = IInboxReceiver(request.receiver).inboxOf(terms);
        return quoteCalls(request, new OrderCall[](0));
    }

    /// @notice Quotes an order that the solver fills through the `fill` of an `AttestedOrderReceiver`.
    function quoteDirect(FillRequest memory request) external returns (bytes32 requestId) {
        return _open(request, new OrderCall[](0), true);
    }

    /// @notice Returns the order of a request.
    function orderOf(bytes32 requestId) external view returns (Order memory order) {
        return _load(requestId).order;
    }

    /// @notice Returns the id of a request's order.
    function orderIdOf(bytes32 requestId) external view returns (bytes32 orderId) {
        return _load(requestId).orderId;
    }

    // Evidence

    /// @notice Returns the evidence for a `SignedOrderReceiver` or an `InboxReceiver`.
    function signedEvidence(bytes32 requestId, LocalSigning signing) public view returns (SignedFillEvidence memory e) {
        LocalRecord memory record = _load(requestId);
        e.order = proveSignedOrder(record.order);
        e.signature = _signAs(signing, signOrder(record.order, _keyOf(signing)));
    }

    /// @notice Returns the evidence for an `AttestedOrderReceiver`.
    function attestedEvidence(bytes32 requestId, LocalSigning signing) public view returns (FillEvidence memory e) {
        LocalRecord memory record = _load(requestId);
        e.attestation = attestRequest(requestId, record.request);
        e.signature = _signAs(signing, sign(e.attestation, _keyOf(signing)));
        e.order = proveOutput(record.order);
    }

    /// @notice Presents the evidence of a request to its receiver, as anyone may. Reverts if the receiver does.
    function authorize(bytes32 requestId) external {
        authorizeAs(requestId, LocalSigning.solver);
    }

    /// @notice Presents evidence that is signed as `signing`.
    function authorizeAs(bytes32 requestId, LocalSigning signing) public {
        address receiver = _load(requestId).request.receiver;
        if (areOrderIds) {
            FillEvidence memory a = attestedEvidence(requestId, signing);
            IAttestedOrderReceiver(receiver).authorizeFill(a.attestation, a.signature, a.order, a.recipientProof);
        } else {
            SignedFillEvidence memory e = signedEvidence(requestId, signing);
            ISignedOrderReceiver(receiver).authorizeFill(e.order, e.signature, e.recipientProof);
        }
    }

    // Deposits

    /// @notice Pays a request on its origin chain as the user does: into the depository, in the user's name.
    /// @dev Gives native currency to a user that has too little. The user must already have the tokens. Reverts if evidence
    /// was not presented to the receiver that the order pays: authorize first.
    function deposit(bytes32 requestId) external {
        depositAmount(requestId, _load(requestId).request.originAmount);
    }

    /// @notice Pays another amount. A deposit that is too small, or a second deposit, is refunded at once. An excess is
    /// refunded after the fill.
    function depositAmount(bytes32 requestId, uint256 amount) public {
        LocalRecord memory record = _load(requestId);
        if (!_isAuthorized(record)) revert DepositBeforeAuthorization(requestId);
        _deposit(requestId, record, amount);
    }

    /// @notice Makes the mistake that `deposit` refuses: pays before evidence was presented to the receiver. A fill then
    /// succeeds for the service, but the receiver sends the money to `refundTo`.
    function depositTooEarly(bytes32 requestId) external {
        LocalRecord memory record = _load(requestId);
        _deposit(requestId, record, record.request.originAmount);
    }

    // Fills

    /// @notice Fills a paid request with the full amount that the order expects.
    /// @return isFilled Whether the service counts the fill. Like the public service, it also counts a fill whose money the
    /// receiver returned. If false, the user gets the deposit back.
    /// @return reason The fill's revert data.
    function fill(bytes32 requestId) external returns (bool isFilled, bytes memory reason) {
        LocalRecord memory record = _load(requestId);
        return _fill(requestId, record, _expected(record), record.calls);
    }

    /// @notice Fills with one unit less than the order's minimum.
    function fillShort(bytes32 requestId) external returns (bool isFilled, bytes memory reason) {
        LocalRecord memory record = _load(requestId);
        uint256 amount = record.request.minimum - 1;
        OrderCall[] memory calls = record.calls;
        if (record.request.token != address(0)) return _fill(requestId, record, amount, calls);
        uint256 left = amount;
        // The last calls get less.
        for (uint256 i = 0; i < calls.length; ++i) {
            if (calls[i].value > left) calls[i].value = left;
            left -= calls[i].value;
        }
        return _fill(requestId, record, amount, calls);
    }

    /// @notice Fills an order with calls so that the fill reverts. Makes a single call: the payment of the receiver, without
    /// its money, or, if the order has no such payment, a call that every router rejects. An order without calls is filled as
    /// by `fill`.
    function fillWithRevert(bytes32 requestId) external returns (bool isFilled, bytes memory reason) {
        LocalRecord memory record = _load(requestId);
        return _fill(requestId, record, _expected(record), _break(record));
    }

    /// @notice Sends the fill of a filled request again. A receiver must refuse it.
    /// @return isFilled Whether the transaction succeeded.
    /// @return reason The revert data.
    function fillAgain(bytes32 requestId) external returns (bool isFilled, bytes memory reason) {
        _requireStatus(requestId, LocalStatus.success);
        LocalRecord memory record = _load(requestId);
        uint256 before = _enter(record.request.destinationChainId);
        (isFilled, reason) = _deliver(requestId, record, _expected(record), record.calls);
        VM_FILLPROOF.chainId(before);
    }

    /// @notice Refunds a paid request instead of filling it.
    function refund(bytes32 requestId) external {
        _requireStatus(requestId, LocalStatus.pending);
        _fail(requestId, _load(requestId), "");
    }

    function _deposit(bytes32 requestId, LocalRecord memory record, uint256 amount) private {
        FillRequest memory request = record.request;
        uint256 before = _enter(request.originChainId);
        (bool success, bytes memory reason) = _pay(request, record.orderId, amount);
        if (!success) {
            VM_FILLPROOF.chainId(before);
            _revertWith(reason);
        }
        if (statusOf[requestId] != LocalStatus.waiting) {
            _refund(record, amount);
        } else if (amount < request.originAmount) {
            _paid[requestId] = amount;
            _fail(requestId, record, abi.encodeWithSelector(DepositTooLow.selector, amount, request.originAmount));
        } else {
            _paid[requestId] = amount;
            statusOf[requestId] = LocalStatus.pending;
        }
        VM_FILLPROOF.chainId(before);
    }

    function _open(
        FillRequest memory request,
        OrderCall[] memory calls,
        bool isDirect
    ) private returns (bytes32 requestId) {
        LocalRecord memory record;
        record.request = request;
        record.calls = calls;
        record.isDirect = isDirect;
        record.via = router();
        request.solver = makeSolver("solver");
        request.originChain = _nameOf(request.originChainId);
        request.destinationChain = _nameOf(request.destinationChainId);
        request.router = record.via.router;
        record.order = _buildOrder(record);
        record.orderId = hashOrder(record.order);
        requestId = areOrderIds ? record.orderId : keccak256(abi.encode("request", _count));
        _records[requestId] = abi.encode(record);

        uint256 before = _enter(request.destinationChainId);
        bytes memory fault = _findFault(record);
        VM_FILLPROOF.chainId(before);
        if (fault.length != 0) _revertWith(fault);
        statusOf[requestId] = LocalStatus.waiting;
    }

    /// @dev Builds the order like the public service. In an order with calls, the payment goes to the router, which makes the
    /// calls. Refunds name the router.
    function _buildOrder(LocalRecord memory record) private returns (Order memory order) {
        FillRequest memory request = record.request;
        uint32 payable_ = request.deadline;
        request.deadline = uint32(block.timestamp) + ORDER_LIFETIME;
        order = authorizedOrder(request, makePayment(request));
        request.deadline = payable_;
        order.salt = uint256(keccak256(abi.encode(request.salt, ++_count)));
        order.output.payments[0].expectedAmount = _expected(record);
        order.output.calls = new bytes[](record.calls.length);
        for (uint256 i = 0; i < record.calls.length; ++i) {
            OrderCall memory one = record.calls[i];
            order.output.calls[i] = orderCall(one.to, one.value, one.data);
        }
        for (uint256 i = 0; i < 2; ++i) order.inputs[0].refunds[i].extraData = abi.encode(request.router);
        if (record.calls.length != 0) return order;
        order.output.payments[0].recipient = abi.encodePacked(request.recipient);
        if (record.isDirect) order.output.extraData = abi.encode(request.receiver);
        else if (!_usesRouter(request.token, request.recipient)) order.output.extraData = "";
    }

    /// @dev Runs on the destination chain.
    function _findFault(LocalRecord memory record) private returns (bytes memory fault) {
        (address token, uint256 amount) = (record.request.token, _expected(record));
        uint256 held = token == address(0) ? solver().balance : IERC20(token).balanceOf(solver());
        if (held < amount) return abi.encodeWithSelector(InsufficientLiquidity.selector, token, held, amount);
        if (record.calls.length == 0) return "";
        (bool success, bytes memory returned) = _trySimulate(_encodeFill(record, amount, record.calls, false));
        if (success) return "";
        uint256 index = record.calls.length;
        (bool isTolerant, bytes memory all) = _trySimulate(_encodeFill(record, amount, record.calls, true));
        if (isTolerant) {
            Result[] memory results = abi.decode(all, (Result[]));
            uint256 own = results.length - index;
            for (uint256 i = own; i < results.length; ++i) {
                if (results[i].success) continue;
                (index, returned) = (i - own, results[i].returnData);
                break;
            }
        }
        return abi.encodeWithSelector(DestinationCallFailed.selector, index, returned);
    }

    function _fill(
        bytes32 requestId,
        LocalRecord memory record,
        uint256 amount,
        OrderCall[] memory calls
    ) private returns (bool isFilled, bytes memory reason) {
        _requireStatus(requestId, LocalStatus.pending);
        uint256 before = _enter(record.request.destinationChainId);
        uint256 deadline = record.order.output.deadline;
        if (block.timestamp > deadline) {
            reason = abi.encodeWithSelector(OrderExpired.selector, block.timestamp, deadline);
        } else {
            uint256 held = _tokensOf(record.request);
            if (record.isDirect) VM_FILLPROOF.recordLogs();
            (isFilled, reason) = _deliver(requestId, record, amount, calls);
            if (record.isDirect) {
                amount = CountedFills.count(VM_FILLPROOF.getRecordedLogs(), record.request);
            } else if (isFilled && record.request.token != address(0) && calls.length == 0) {
                // A token may charge a transfer fee, so only the amount that arrived counts.
                amount = _tokensOf(record.request) - held;
            }
        }
        if (isFilled && amount < record.request.minimum) {
            isFilled = false;
            reason = abi.encodeWithSelector(TooLittleDelivered.selector, amount, record.request.minimum);
        }
        VM_FILLPROOF.chainId(before);
        if (!isFilled) {
            _fail(requestId, record, reason);
            return (isFilled, reason);
        }
        statusOf[requestId] = LocalStatus.success;
        uint256 excess = _paid[requestId] - record.request.originAmount;
        if (excess != 0) _refund(record, excess);
    }

    /// @dev Runs on the destination chain.
    function _deliver(
        bytes32 requestId,
        LocalRecord memory record,
        uint256 amount,
        OrderCall[] memory calls
    ) private returns (bool success, bytes memory reason) {
        LocalTransaction memory transaction;
        FillRequest memory request = record.request;
        if (record.isDirect) {
            transaction = _encodeDirect(requestId, record, amount);
            _approve(request.token, request.receiver, amount);
        } else if (record.calls.length != 0) {
            transaction = _encodeFill(record, amount, calls, false);
        } else {
            transaction = _encodePayment(record, request.token, request.recipient, amount);
        }
        (success, reason) = _sendAs(solver(), transaction);
        if (record.isDirect && !success) _approve(request.token, request.receiver, 0);
        if (success) reason = "";
    }

    function _encodeDirect(
        bytes32 requestId,
        LocalRecord memory record,
        uint256 amount
    ) private view returns (LocalTransaction memory) {
        FillEvidence memory e = attestedEvidence(requestId, LocalSigning.solver);
        bytes memory data = abi.encodeCall(
            IAttestedOrderReceiver.fill,
            (e.attestation, e.signature, e.order, e.recipientProof, amount)
        );
        uint256 value = record.request.token == address(0) ? amount : 0;
        return LocalTransaction(record.request.receiver, value, abi.encodePacked(data, record.orderId));
    }

    function _fail(bytes32 requestId, LocalRecord memory record, bytes memory reason) private {
        failureOf[requestId] = reason;
        bool isRefunded = _refund(record, _paid[requestId]);
        statusOf[requestId] = isRefunded ? LocalStatus.refund : LocalStatus.failure;
    }

    function _tokensOf(FillRequest memory request) private view returns (uint256) {
        return request.token == address(0) ? 0 : IERC20(request.token).balanceOf(request.recipient);
    }

    function _break(LocalRecord memory record) private pure returns (OrderCall[] memory broken) {
        broken = new OrderCall[](1);
        for (uint256 i = 0; i < record.calls.length; ++i) {
            broken[0] = record.calls[i];
            broken[0].value = 0;
            if (RouterCalls.isPaying(broken[0]) && broken[0].to == record.request.receiver) return broken;
        }
        broken[0] = RouterCalls.failing(record.via);
    }

    function _load(bytes32 requestId) private view returns (LocalRecord memory record) {
        bytes memory stored = _records[requestId];
        if (stored.length == 0) revert WrongStatus(LocalStatus.unknown, LocalStatus.waiting);
        return abi.decode(stored, (LocalRecord));
    }

    function _requireStatus(bytes32 requestId, LocalStatus required) private view {
        if (statusOf[requestId] != required) revert WrongStatus(statusOf[requestId], required);
    }

    /// @dev Returns the amount that the solver pays unless the test asks for less.
    function _expected(LocalRecord memory record) private pure returns (uint256) {
        FillRequest memory request = record.request;
        return request.maximum == 0 ? request.minimum : request.maximum;
    }

    function _checkValues(FillRequest memory request, OrderCall[] memory calls) private pure {
        uint256 available = request.token == address(0) ? request.minimum : 0;
        uint256 values;
        for (uint256 i = 0; i < calls.length; ++i) values += calls[i].value;
        if (values > available) revert InvalidCallValues(values, available);
    }

    function _keyOf(LocalSigning signing) private pure returns (uint256) {
        return makeSolver(signing == LocalSigning.stranger ? "stranger" : "solver").key;
    }

    function _signAs(LocalSigning signing, bytes memory signature) private pure returns (bytes memory) {
        if (signing != LocalSigning.highS) return signature;
        (bytes32 r, uint256 s, uint8 v) = (bytes32(0), 0, uint8(signature[64]));
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return abi.encodePacked(r, CURVE_ORDER - s, v == 27 ? 28 : 27);
    }

    function _revertWith(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
