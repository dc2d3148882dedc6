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
/// @dev Warning: rebasing tokens are not supported. A token that charges a fee charges it twice, on the way in and on
/// the way out; what arrived here is what counts.
abstract contract FillSettlement is FillVerifier, IFillSettlement {
    using PaidRequests for PaidRequests.State;
    using SafeERC20 for IERC20;
    using SolverWindows for SolverWindows.State;

    /// @notice May move stray balances between fills.
    bytes32 public constant RESCUE_ROLE = keccak256("fillproof.RESCUE_ROLE");

    /// @notice The code of the sandboxes in which orders' calls run.
    address public immutable executorImplementation;

    struct Authorization {
        address solver;
        uint64 policyEpoch;
        bool recipientHook;
    }

    /// @custom:storage-location erc7201:fillproof.storage.FillSettlement
    struct FillSettlementStorage {
        mapping(bytes32 callHash => Authorization) authorizations;
    }

    // keccak256(abi.encode(uint256(keccak256("fillproof.storage.FillSettlement")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant FILL_SETTLEMENT_STORAGE =
        0xf79d48da5358904e7a0e38078f056ee719f713d9a7f398ada3f84e206c5e7300;

    constructor() {
        executorImplementation = address(new FillExecutor());
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
        Authorization storage found = _settlementStorage().authorizations[callHash];
        return (found.solver, found.policyEpoch);
    }

    /// @inheritdoc IFillSettlement
    function executorOf(bytes32 id, address recipient) public view returns (address) {
        return ExecutorClones.predict(executorImplementation, id, recipient);
    }

    /// @notice Executors can be neither paid nor called.
    function isReserved(address account) public view virtual override returns (bool) {
        return
            super.isReserved(account) ||
            account == executorImplementation ||
            ExecutorClones.isClone(account, executorImplementation);
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
        _requireChecks(t);

        FillVerifierStorage storage $ = _verifierStorage();
        Authorization storage current = _settlementStorage().authorizations[t.callHash];
        bool added = $.requests.link(t.id, t.callHash);
        // Of several solvers the one that counts longest stays, so that nobody can shorten an authorisation.
        bool better = current.policyEpoch != $.policyEpoch || $.solvers.outlasts(t.solver, current.solver);
        if (better) {
            _settlementStorage().authorizations[t.callHash] = Authorization({
                solver: t.solver,
                policyEpoch: $.policyEpoch,
                recipientHook: t.recipientHook
            });
        }
        if (added || better) emit FillAuthorized(t.id, t.callHash, uint48(t.deadline));
    }

    /// @dev Takes what an accepted fill brings and passes it on. Only after `_accept`.
    function _settle(Terms memory t) internal returns (uint256 delivered) {
        uint256 before = _balance(t.token) - t.value;
        delivered = t.token == address(0) ? t.value : _pull(t, before);
        emit FillAccepted(t.id, t.recipient, t.solver, msg.sender, t.token, delivered);

        if (t.calls.length == 0) {
            _send(t.token, t.recipient, delivered);
            if (t.recipientHook) _callHook(t, delivered);
        } else {
            _execute(t, delivered);
        }

        uint256 afterwards = _balance(t.token);
        if (afterwards != before) revert BalanceChanged(t.token, afterwards, before);
    }

    /// @dev The order may call neither a reserved address, nor the fill's token, nor its own sandbox.
    function _checkCalls(Terms memory t) internal view virtual override returns (bytes memory failure) {
        address executor = t.calls.length == 0 ? address(0) : executorOf(t.id, t.recipient);
        for (uint256 i = 0; i < t.calls.length; ++i) {
            address target = t.calls[i].to;
            if (target == t.token || target == executor || isReserved(target)) {
                return Failures.encode(ForbiddenCallTarget.selector, Failures.word(target));
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
        Authorization memory found = _settlementStorage().authorizations[t.callHash];
        if (found.policyEpoch == 0) revert NotAuthorized(t.callHash);
        uint64 epoch = policyEpoch();
        if (found.policyEpoch != epoch) {
            t.termsFailure = Failures.encode(AuthorizationStale.selector, found.policyEpoch, epoch);
        }
        t.solver = found.solver;
        t.recipientHook = found.recipientHook;
        t.originChainId = p.originChainId;
        t.originUser = p.originUser;
        t.originCurrency = p.originCurrency;
        t.value = msg.value;
        t.amount = p.token == address(0) ? msg.value : Math.min(_available(p.token, msg.sender), p.maximum);
    }

    /// @dev Pulls exactly the amount from the caller and returns what arrived.
    function _pull(Terms memory t, uint256 before) private returns (uint256 received) {
        if (!IERC20(t.token).trySafeTransferFrom(msg.sender, address(this), t.amount)) {
            revert TokenTransferFailed(t.token, msg.sender, address(this), t.amount);
        }
        received = _balance(t.token) - before;
        if (received < t.minimum) revert PaymentTooLow(received, t.minimum);
    }

    function _send(address token, address to, uint256 amount) private {
        if (token == address(0)) {
            (bool ok, bytes memory reason) = BoundedCalls.tryCall(to, amount, "");
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
    function _execute(Terms memory t, uint256 amount) private {
        address executor = ExecutorClones.deploy(executorImplementation, t.id, t.recipient);
        if (t.token != address(0)) _send(t.token, executor, amount);
        (bool ok, bytes memory reason) = BoundedCalls.tryCall(
            executor,
            t.value,
            abi.encodeCall(IFillExecutor.execute, (t.token, t.recipient, t.calls))
        );
        if (!ok) revert ExecutionFailed(executor, reason);
    }

    function _balance(address token) private view returns (uint256) {
        return BoundedTokens.balanceOf(token, address(this));
    }

    function _settlementStorage() private pure returns (FillSettlementStorage storage $) {
        assembly {
            $.slot := FILL_SETTLEMENT_STORAGE
        }
    }
}
