// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {FillExecutor} from "./FillExecutor.sol";
import {FillVerifier} from "./FillVerifier.sol";
import {IFillExecutor} from "./interfaces/IFillExecutor.sol";
import {IFillRecipient, ReceivedFill} from "./interfaces/IFillRecipient.sol";
import {IFillSettlement} from "./interfaces/IFillSettlement.sol";
import {Accounts} from "./libraries/Accounts.sol";
import {BoundedCalls} from "./libraries/BoundedCalls.sol";
import {BoundedTokens} from "./libraries/BoundedTokens.sol";
import {ExecutorClones} from "./libraries/ExecutorClones.sol";
import {Failures} from "./libraries/Failures.sol";
import {FillChecks} from "./libraries/FillChecks.sol";
import {PaidRequests} from "./libraries/PaidRequests.sol";
import {Payments} from "./libraries/Payments.sol";
import {SolverWindows} from "./libraries/SolverWindows.sol";
import {Config} from "./types/Config.sol";
import {Payment} from "./types/Payment.sol";
import {Terms} from "./types/Terms.sol";

/// @title FillSettlement
/// @notice Takes the payment of an accepted fill and passes all of it on, in the same transaction.
/// @dev Between transactions this contract holds nothing that belongs to anybody: a payout, call or hook that fails
/// reverts the fill, and nothing is ever claimable. It has no `receive`.
/// @dev Warning: rebasing tokens are not supported. A token that charges a fee charges it twice in a fill without calls,
/// on the way in and on the way out; what arrived here, or in the sandbox, is what counts.
abstract contract FillSettlement is FillVerifier, IFillSettlement {
    using PaidRequests for PaidRequests.State;
    using SafeERC20 for IERC20;
    using SolverWindows for SolverWindows.State;

    /// @notice May move stray balances between fills.
    bytes32 public constant RESCUE_ROLE = keccak256("fillproof.RESCUE_ROLE");

    /// @notice The code of the sandboxes in which orders' calls run.
    address public immutable executorImplementation;
    bytes32 private immutable _executorCodeHash;

    constructor() {
        executorImplementation = address(new FillExecutor());
        _executorCodeHash = ExecutorClones.codeHash(executorImplementation);
    }

    /// @dev Sets up what settlement adds to the policy.
    function __FillSettlement_init(Config calldata config) internal onlyInitializing {
        _grantRole(RESCUE_ROLE, config.admin);
    }

    /// @inheritdoc IFillSettlement
    function payAuthorized(Payment calldata p) external payable nonReentrant returns (uint256 delivered) {
        Terms memory t = _readAuthorization(p);
        _accept(t);
        return _settle(t);
    }

    /// @inheritdoc IFillSettlement
    function rescue(address token, address to, uint256 amount) external nonReentrant onlyRole(RESCUE_ROLE) {
        emit Rescued(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IFillSettlement
    function hashPayment(Payment calldata p) external view returns (bytes32 callHash) {
        return Payments.hash(p, address(this));
    }

    /// @inheritdoc IFillSettlement
    function authorization(bytes32 callHash) external view returns (address solver, uint64 epoch) {
        PaidRequests.Call storage found = _verifierStorage().requests.calls[callHash];
        return (found.solver, found.policyEpoch);
    }

    /// @inheritdoc IFillSettlement
    function executorOf(bytes32 id, address recipient) public view returns (address) {
        return ExecutorClones.predict(executorImplementation, id, recipient);
    }

    /// @dev Executors can be neither paid nor called.
    function _isSystem(address account) internal view virtual override returns (bool) {
        return super._isSystem(account) || account == executorImplementation || account.codehash == _executorCodeHash;
    }

    /// @dev Every failing check of a fill in either way, and whether it could be paid.
    function _inspectFill(Terms memory t, address payer, uint256 amount) internal view returns (uint256 failed) {
        bool direct = t.callHash == bytes32(0);
        bool payable_ = direct ? amount <= _available(t.token, payer) : amount >= t.minimum && amount <= t.maximum;
        if (direct) {
            t.amount = amount;
            t.value = t.token == address(0) ? amount : 0;
        }
        failed = _inspect(t);
        if (!payable_) failed |= FillChecks.PAYMENT;
    }

    /// @dev Checks the evidence of an authorised order in full and remembers its call.
    function _authorize(Terms memory t) internal {
        _runChecks(t);

        FillVerifierStorage storage $ = _verifierStorage();
        PaidRequests.Call storage call = $.requests.calls[t.callHash];
        bool added = $.requests.link(t.id, t.callHash);
        // Of several solvers the one that counts longest stays, so that nobody can shorten an authorisation.
        bool better = call.policyEpoch != $.policyEpoch || $.solvers.outlasts(t.solver, call.solver);
        if (better) {
            call.solver = t.solver;
            call.policyEpoch = $.policyEpoch;
            call.recipientHook = t.recipientFlags & Accounts.HOOK != 0;
        }
        if (added || better) emit FillAuthorized(t.id, t.callHash, uint48(t.deadline));
    }

    /// @dev Takes what an accepted fill brings and passes it on. Only after `_accept`.
    function _settle(Terms memory t) internal returns (uint256 delivered) {
        if (t.token != address(0)) return _settleToken(t);

        delivered = t.value;
        uint256 before;
        // The value of a message is part of the balance.
        unchecked {
            before = address(this).balance - delivered;
        }
        _passOn(t, delivered);
        uint256 afterwards = address(this).balance;
        if (afterwards != before) revert BalanceChanged(address(0), afterwards, before);
    }

    /// @dev With calls the payment goes to their sandbox at once: a transfer less, and a fee less where tokens take one.
    function _settleToken(Terms memory t) private returns (uint256 delivered) {
        address token = t.token;
        uint256 before = BoundedTokens.balanceOf(token, address(this));
        if (t.calls.length == 0) {
            delivered = _pull(t, address(this), before);
        } else {
            address executor = executorOf(t.id, t.recipient);
            delivered = _pull(t, executor, BoundedTokens.balanceOf(token, executor));
        }
        _passOn(t, delivered);
        uint256 afterwards = BoundedTokens.balanceOf(token, address(this));
        if (afterwards != before) revert BalanceChanged(token, afterwards, before);
    }

    function _passOn(Terms memory t, uint256 amount) private {
        (address token, address recipient) = (t.token, t.recipient);
        emit FillAccepted(t.id, recipient, t.solver, msg.sender, token, amount);
        if (t.calls.length != 0) {
            _execute(t);
        } else {
            _send(token, recipient, amount);
            if (t.recipientFlags & Accounts.HOOK != 0) _callHook(t, amount);
        }
    }

    /// @dev The order may call neither a reserved address, nor the fill's token, nor its own sandbox.
    function _checkCalls(Terms memory t) internal view virtual override {
        address executor = executorOf(t.id, t.recipient);
        for (uint256 i = 0; i < t.calls.length; ++i) {
            address target = t.calls[i].to;
            if (target == t.token || target == executor || isReserved(target)) {
                _fail(t, FillChecks.TERMS, Failures.encode(ForbiddenCallTarget.selector, Failures.word(target)));
            }
        }
    }

    /// @dev What `account` could pay of `token` to this contract now, in the token's smallest unit.
    function _available(address token, address account) internal view returns (uint256) {
        return token == address(0) ? account.balance : BoundedTokens.available(token, account, address(this));
    }

    /// @dev The terms of a call that was authorised, from its own arguments alone.
    function _readAuthorization(Payment memory p) private view returns (Terms memory t) {
        _setPayment(t, p);
        t.id = t.callHash;
        t.authorised = true;
        PaidRequests.Call memory found = _verifierStorage().requests.calls[t.callHash];
        if (found.policyEpoch == 0) revert NotAuthorized(t.callHash);
        uint64 epoch = policyEpoch();
        if (found.policyEpoch != epoch) {
            t.termsFailure = Failures.encode(AuthorizationStale.selector, found.policyEpoch, epoch);
        }
        t.solver = found.solver;
        if (found.recipientHook) t.recipientFlags = Accounts.HOOK;
        t.originChainId = p.originChainId;
        t.originUser = p.originUser;
        t.originCurrency = p.originCurrency;
        t.value = msg.value;
        t.amount = p.token == address(0) ? msg.value : Math.min(_available(p.token, msg.sender), p.maximum);
    }

    /// @dev Pulls exactly the amount from the caller to `to`, who holds `before`, and returns what arrived there.
    function _pull(Terms memory t, address to, uint256 before) private returns (uint256 received) {
        address token = t.token;
        if (!IERC20(token).trySafeTransferFrom(msg.sender, to, t.amount)) {
            revert TokenTransferFailed(token, msg.sender, to, t.amount);
        }
        received = BoundedTokens.balanceOf(token, to) - before;
        if (received < t.minimum) revert PaymentTooLow(received, t.minimum);
    }

    function _send(address token, address to, uint256 amount) private {
        if (token == address(0)) {
            bytes memory noData;
            (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, amount, noData);
            if (!ok) revert NativeTransferFailed(to, amount, reason);
        } else if (!IERC20(token).trySafeTransfer(to, amount)) {
            revert TokenTransferFailed(token, address(this), to, amount);
        }
    }

    function _callHook(Terms memory t, uint256 amount) private {
        ReceivedFill memory received = ReceivedFill({
            id: t.id,
            originChainId: t.originChainId,
            originUser: t.originUser,
            originCurrency: t.originCurrency,
            token: t.token,
            amount: amount,
            data: t.data
        });
        (bool ok, bytes memory returned) = BoundedCalls.tryCall(
            t.recipient,
            0,
            abi.encodeCall(IFillRecipient.onFill, (received))
        );
        if (!ok || returned.length < 32 || bytes4(returned) != IFillRecipient.onFill.selector) {
            revert HookFailed(t.recipient, returned);
        }
    }

    /// @dev Runs the order's calls in a sandbox made for this fill alone.
    function _execute(Terms memory t) private {
        address executor = ExecutorClones.deploy(executorImplementation, t.id, t.recipient);
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(
            executor,
            t.value,
            abi.encodeCall(IFillExecutor.execute, (t.token, t.recipient, t.calls))
        );
        if (!ok) revert ExecutionFailed(executor, reason);
    }
}
