// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {IFillExecutor} from "../../interfaces/IFillExecutor.sol";
import {IFillRecipient, ReceivedFill} from "../../interfaces/IFillRecipient.sol";
import {IFillSettlement} from "../../interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../interfaces/IFillVerifier.sol";
import {ExecutorClones} from "../../libraries/ExecutorClones.sol";
import {Attestation} from "../../types/Attestation.sol";
import {Config} from "../../types/Config.sol";
import {Order, OrderCall, OrderOutput, OrderOutputPayment} from "../../types/Order.sol";
import {Payment} from "../../types/Payment.sol";
import {PlainOrders} from "./PlainOrders.sol";
import {PlainPolicy} from "./PlainPolicy.sol";

/// @title PlainReceiver
/// @notice A receiver as a contract developer would write it by hand: the checks of `FillReceiver` in the same flows,
/// with ordinary libraries, the order in full, and configuration in immutables where it never changes.
/// @dev For the gas comparison. Deployed as it is, without a proxy. It shares with `FillReceiver` the types, the errors
/// (so that tests can compare refusals), and the sandbox in which calls run.
abstract contract PlainReceiver is PlainPolicy, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev The terms of one payment.
    struct Fill {
        bytes32 id;
        address solver;
        address recipient;
        address token;
        uint256 minimum;
        uint256 originChainId;
        bytes32 originUser;
        bytes32 originCurrency;
        bool hook;
        bytes data;
    }

    struct Authorization {
        address solver;
        uint64 policyEpoch;
        bool hook;
    }

    struct DataTuple {
        bytes data;
    }

    mapping(bytes32 id => bool) private _paid;
    mapping(bytes32 id => bytes32 callHash) private _callOf;
    mapping(bytes32 callHash => Authorization) private _authorizations;

    constructor(Config memory config) PlainPolicy(config) {}

    /// @notice Pays an order that names this contract as its fill contract.
    function fill(
        Attestation calldata a,
        bytes calldata signature,
        Order calldata order,
        uint256 amount
    ) external payable nonReentrant whenNotPaused returns (uint256 delivered) {
        address solver = _checkEvidence(a, signature, order);
        OrderCall[] memory calls = _decodeCalls(order.output.calls);
        _checkFillContract(order.output, calls);

        Fill memory f;
        f.id = a.requestId;
        f.solver = solver;
        f.originChainId = a.originChainId;
        f.originUser = a.originUser;
        f.originCurrency = a.originCurrency;
        _readPayment(f, order.output.payments);
        _checkCalls(f, calls);
        f.hook = _checkRecipient(a.destinationUser, f.recipient, f.token);
        if (_paid[f.id]) revert IFillVerifier.RequestAlreadyPaid(f.id);
        uint256 value = f.token == address(0) ? amount : 0;
        if (msg.value != value) revert IFillVerifier.UnexpectedValue(msg.value, value);
        if (amount < f.minimum) revert IFillVerifier.PaymentTooLow(amount, f.minimum);

        _paid[f.id] = true;
        return _deliver(f, calls, amount);
    }

    /// @notice Remembers the call of `payAuthorized` that an attested order contains.
    function authorizeFill(
        Attestation calldata a,
        bytes calldata signature,
        Order calldata order
    ) external nonReentrant whenNotPaused {
        address solver = _checkEvidence(a, signature, order);
        (Payment memory p, uint256 value) = _findPayment(order.output);
        _checkAuthorizedTerms(a, order.output, p);
        bool hook = _checkRecipient(a.destinationUser, p.recipient, p.token);
        bytes32 callHash = hashPayment(p);
        if (_paid[callHash]) revert IFillVerifier.RequestAlreadyPaid(a.requestId);
        _checkAmount(p, p.token == address(0) ? value : p.minimum, value);

        bool added = _callOf[a.requestId] != callHash;
        if (added) _callOf[a.requestId] = callHash;
        // Of several solvers the one that counts longest stays.
        Authorization memory current = _authorizations[callHash];
        bool better = current.policyEpoch != policyEpoch || _end(solver) > _end(current.solver);
        if (better) _authorizations[callHash] = Authorization(solver, policyEpoch, hook);
        if (added || better) emit IFillSettlement.FillAuthorized(a.requestId, callHash, order.output.deadline);
    }

    /// @notice Pays an authorised call.
    function payAuthorized(Payment calldata p) external payable nonReentrant whenNotPaused returns (uint256 delivered) {
        bytes32 callHash = hashPayment(p);
        Authorization memory found = _authorizations[callHash];
        if (found.policyEpoch == 0) revert IFillSettlement.NotAuthorized(callHash);
        _requireActive(found.solver);
        if (found.policyEpoch != policyEpoch) {
            revert IFillSettlement.AuthorizationStale(found.policyEpoch, policyEpoch);
        }
        if (block.timestamp > p.deadline) revert IFillVerifier.RequestExpired(block.timestamp, p.deadline);
        if (_paid[callHash]) revert IFillVerifier.RequestAlreadyPaid(callHash);
        uint256 amount = msg.value;
        if (p.token != address(0)) {
            IERC20 token = IERC20(p.token);
            uint256 available = Math.min(token.balanceOf(msg.sender), token.allowance(msg.sender, address(this)));
            amount = Math.min(available, p.maximum);
        }
        _checkAmount(p, amount, msg.value);

        _paid[callHash] = true;
        Fill memory f = Fill({
            id: callHash,
            solver: found.solver,
            recipient: p.recipient,
            token: p.token,
            minimum: p.minimum,
            originChainId: p.originChainId,
            originUser: p.originUser,
            originCurrency: p.originCurrency,
            hook: found.hook,
            data: p.data
        });
        return _deliver(f, new OrderCall[](0), amount);
    }

    /// @notice Tells whether an order, or the call that it led to, was paid here.
    function isPaid(bytes32 id) external view returns (bool) {
        return _paid[id] || _paid[_callOf[id]];
    }

    /// @notice Identifies the call of `payAuthorized` with `p` on this contract and this chain.
    function hashPayment(Payment memory p) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), IFillSettlement.payAuthorized.selector, p));
    }

    /// @dev The digest that the solver's signature covers.
    function _digest(Attestation calldata a) internal pure virtual returns (bytes32);

    /// @dev Who signed `digest`, or zero.
    function _tryRecover(bytes32 digest, bytes calldata signature) internal view virtual returns (address);

    /// @dev Everything that does not depend on how the order is filled. Returns the solver.
    function _checkEvidence(
        Attestation calldata a,
        bytes calldata signature,
        Order calldata order
    ) private view returns (address solver) {
        bytes32 digest = _digest(a);
        solver = _tryRecover(digest, signature);
        if (solver == address(0)) revert IFillVerifier.InvalidSignature(digest, signature);
        _requireActive(solver);
        _checkDestination(a.destinationChainId, order.output.chainId);
        _checkOrigin(a.originChainId, a.originCurrency, a.originAmount);
        if (a.requestId == bytes32(0)) revert IFillVerifier.InvalidRequestId(a.requestId);
        bytes32 orderId = PlainOrders.hash(order);
        if (orderId != a.requestId) revert IFillVerifier.OrderMismatch(orderId, a.requestId);
        _match("solver", _word(order.solver), _word(solver));
        uint256 deadline = order.output.deadline;
        if (block.timestamp > deadline) revert IFillVerifier.RequestExpired(block.timestamp, deadline);
    }

    /// @dev A direct fill names this contract and does not call it.
    function _checkFillContract(OrderOutput calldata output, OrderCall[] memory calls) private view {
        uint256 callsHere;
        for (uint256 i = 0; i < calls.length; ++i) {
            if (calls[i].to == address(this)) ++callsHere;
        }
        bool namesThis = keccak256(output.extraData) == keccak256(abi.encode(address(this)));
        if (!namesThis || callsHere != 0) {
            revert IFillVerifier.WrongFillContract(output.extraData, callsHere, address(this));
        }
    }

    /// @dev The terms of a direct fill are the order's one payment.
    function _readPayment(Fill memory f, OrderOutputPayment[] calldata payments) private pure {
        f.minimum = payments.length == 1 ? payments[0].minimumAmount : 0;
        if (f.minimum == 0) revert IFillVerifier.UnsupportedOutput(payments.length, 0, type(uint256).max);
        f.token = _toAddress(payments[0].currency);
        f.recipient = _toAddress(payments[0].recipient);
    }

    /// @dev The order may call neither a reserved address, nor the fill's token, nor its own sandbox.
    function _checkCalls(Fill memory f, OrderCall[] memory calls) private view {
        if (calls.length == 0) return;
        address executor = ExecutorClones.predict(executorImplementation, f.id, f.recipient);
        for (uint256 i = 0; i < calls.length; ++i) {
            address target = calls[i].to;
            if (target == f.token || target == executor || _isReserved(target)) {
                revert IFillVerifier.ForbiddenCallTarget(target);
            }
        }
    }

    /// @dev Finds the one call of `payAuthorized` here in the order's calls, and the value that it brings.
    function _findPayment(OrderOutput calldata output) private view returns (Payment memory p, uint256 value) {
        OrderCall[] memory calls = _decodeCalls(output.calls);
        uint256 callsHere;
        bytes memory data;
        for (uint256 i = 0; i < calls.length; ++i) {
            if (calls[i].to != address(this)) continue;
            ++callsHere;
            data = calls[i].data;
            value = calls[i].value;
        }
        bool sound = callsHere == 1 && bytes4(data) == IFillSettlement.payAuthorized.selector;
        if (!sound || !_namesRouterOrNothing(output.extraData)) {
            revert IFillVerifier.WrongFillContract(output.extraData, callsHere, address(this));
        }
        p = abi.decode(Bytes.slice(data, 4), (Payment));
    }

    function _namesRouterOrNothing(bytes calldata extraData) private view returns (bool) {
        return extraData.length == 0 || (extraData.length == 32 && routers[abi.decode(extraData, (address))]);
    }

    /// @dev The authorised call's arguments must be what the evidence says, wherever it says it.
    function _checkAuthorizedTerms(Attestation calldata a, OrderOutput calldata output, Payment memory p) private pure {
        uint256 count = output.payments.length;
        if (p.minimum == 0 || p.minimum > p.maximum) {
            revert IFillVerifier.UnsupportedOutput(count, p.minimum, p.maximum);
        }
        _match("originChainId", bytes32(p.originChainId), bytes32(a.originChainId));
        _match("originUser", p.originUser, a.originUser);
        _match("originCurrency", p.originCurrency, a.originCurrency);
        if (p.deadline > output.deadline) {
            _match("deadline", bytes32(uint256(p.deadline)), bytes32(uint256(output.deadline)));
        }
        for (uint256 i = 0; i < count; ++i) {
            _toAddress(output.payments[i].currency);
            _match("recipient", _word(p.recipient), _word(_toAddress(output.payments[i].recipient)));
        }
    }

    /// @dev An authorised payment lies within its terms, and is native value if and only if the token is native.
    function _checkAmount(Payment memory p, uint256 amount, uint256 value) private pure {
        uint256 required = p.token == address(0) ? amount : 0;
        if (value != required) revert IFillVerifier.UnexpectedValue(value, required);
        if (amount < p.minimum) revert IFillVerifier.PaymentTooLow(amount, p.minimum);
        if (amount > p.maximum) revert IFillVerifier.PaymentTooHigh(amount, p.maximum);
    }

    /// @dev Takes the payment, and passes on what arrived. Everything was checked and marked.
    function _deliver(Fill memory f, OrderCall[] memory calls, uint256 amount) private returns (uint256 delivered) {
        uint256 before = _balance(f.token);
        if (f.token == address(0)) {
            before -= msg.value;
            delivered = msg.value;
        } else {
            IERC20(f.token).safeTransferFrom(msg.sender, address(this), amount);
            delivered = _balance(f.token) - before;
            if (delivered < f.minimum) revert IFillVerifier.PaymentTooLow(delivered, f.minimum);
        }
        emit IFillVerifier.FillAccepted(f.id, f.recipient, f.solver, msg.sender, f.token, delivered);

        if (calls.length != 0) {
            address executor = ExecutorClones.deploy(executorImplementation, f.id, f.recipient);
            if (f.token != address(0)) IERC20(f.token).safeTransfer(executor, delivered);
            IFillExecutor(executor).execute{value: msg.value}(f.token, f.recipient, calls);
        } else {
            if (f.token == address(0)) Address.sendValue(payable(f.recipient), delivered);
            else IERC20(f.token).safeTransfer(f.recipient, delivered);
            if (f.hook) _callHook(f, delivered);
        }

        uint256 afterwards = _balance(f.token);
        if (afterwards != before) revert IFillSettlement.BalanceChanged(f.token, afterwards, before);
    }

    function _callHook(Fill memory f, uint256 amount) private {
        ReceivedFill memory received = ReceivedFill({
            id: f.id,
            originChainId: f.originChainId,
            originUser: f.originUser,
            originCurrency: f.originCurrency,
            token: f.token,
            amount: amount,
            data: f.data
        });
        bytes4 answer = IFillRecipient(f.recipient).onFill(received);
        if (answer != IFillRecipient.onFill.selector) {
            revert IFillSettlement.HookFailed(f.recipient, abi.encode(answer));
        }
    }

    function _balance(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    /// @dev Each call must be the canonical encoding of (address to), (bytes data), (uint256 value).
    function _decodeCalls(bytes[] calldata blobs) private pure returns (OrderCall[] memory calls) {
        calls = new OrderCall[](blobs.length);
        for (uint256 i = 0; i < blobs.length; ++i) {
            (address to, DataTuple memory tuple, uint256 value) = abi.decode(blobs[i], (address, DataTuple, uint256));
            if (keccak256(abi.encode(to, tuple, value)) != keccak256(blobs[i])) {
                revert IFillVerifier.InvalidOrderCall(i, blobs[i]);
            }
            calls[i] = OrderCall(to, tuple.data, value);
        }
    }

    function _toAddress(bytes calldata raw) private pure returns (address) {
        if (raw.length != 20) revert IFillVerifier.InvalidOrderAddress(raw);
        return address(bytes20(raw));
    }

    function _match(bytes32 field, bytes32 found, bytes32 required) private pure {
        if (found != required) revert IFillVerifier.TermsMismatch(field, found, required);
    }
}
