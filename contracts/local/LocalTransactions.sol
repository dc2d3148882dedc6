// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {FillRequest, VM_FILLPROOF} from "../testing/FillproofTest.sol";
import {Order, OrderCall} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {LocalSettings} from "./LocalSettings.sol";
import {MockDepository} from "./MockDepository.sol";
import {FillRouter, RouterCalls} from "./RouterCalls.sol";
import {Call3Value} from "./ServiceStructs.sol";

/// @notice A transaction of the user or of the solver.
struct LocalTransaction {
    address to;
    uint256 value;
    bytes data;
}

/// @notice A request and its order, as `LocalService` stores them.
struct LocalRecord {
    FillRequest request;
    bytes32 orderId;
    Order order;
    OrderCall[] calls;
    /// Whether it is filled through the `fill` of an `AttestedOrderReceiver`.
    bool isDirect;
    /// The router that the order names.
    FillRouter via;
}

/// @title LocalTransactions
/// @notice The transactions of a `LocalService`: deposits of the user, fills and refunds of the solver.
abstract contract LocalTransactions is LocalSettings {
    /// @notice Ends a simulation and undoes all its effects.
    error Simulated(bool success, bytes returned);

    modifier onlySelf() {
        assert(msg.sender == address(this));
        _;
    }

    /// @notice Sends a transaction of the solver and undoes it. Only the service itself may call it.
    function simulate(LocalTransaction memory transaction) external onlySelf {
        (bool success, bytes memory returned) = _sendAs(solver(), transaction);
        revert Simulated(success, returned);
    }

    /// @notice Returns `block.chainid`. A function that changes the chain id calls this, because a compiler may read
    /// `block.chainid` only once.
    function currentChain() external view returns (uint256 chainId) {
        return block.chainid;
    }

    /// @notice Decodes the calldata of `payAuthorized`. The function is external, because Solidity slices only calldata.
    function paymentOf(bytes calldata data) external pure returns (Payment memory payment) {
        return abi.decode(data[4:], (Payment));
    }

    function _trySimulate(LocalTransaction memory transaction) internal returns (bool success, bytes memory returned) {
        try this.simulate(transaction) {} catch (bytes memory end) {
            assembly ("memory-safe") {
                // Skips the selector.
                let length := sub(mload(end), 4)
                end := add(end, 4)
                mstore(end, length)
            }
            return abi.decode(end, (bool, bytes));
        }
    }

    /// @dev Encodes the solver's fill of an order with calls. Native currency reaches the router as the value; the first call
    /// sends it from the router to itself, which emits the log that the oracle counts. Tokens reach the router through the
    /// approval proxy. The order's calls follow, unchanged.
    function _encodeFill(
        LocalRecord memory record,
        uint256 amount,
        OrderCall[] memory calls,
        bool allowFailure
    ) internal returns (LocalTransaction memory) {
        (FillRouter memory via, FillRequest memory request) = (record.via, record.request);
        uint256 first = request.token == address(0) ? 1 : 0;
        Call3Value[] memory all = new Call3Value[](calls.length + first);
        if (first == 1) all[0] = Call3Value(via.router, false, amount, "");
        for (uint256 i = 0; i < calls.length; ++i) {
            all[i + first] = Call3Value(calls[i].to, allowFailure, calls[i].value, calls[i].data);
        }
        if (first == 1) {
            bytes memory paid = RouterCalls.multicall(via, all, request.originUser);
            return LocalTransaction(via.router, amount, abi.encodePacked(paid, record.orderId));
        }
        if (IERC20(request.token).allowance(solver(), via.approvalProxy) < amount) {
            _approve(request.token, via.approvalProxy, type(uint256).max);
        }
        bytes memory brought = RouterCalls.tokenMulticall(via, request.token, amount, all, request.originUser);
        return LocalTransaction(via.approvalProxy, 0, abi.encodePacked(brought, record.orderId));
    }

    /// @dev Encodes a payment without calls, or a refund, in a form that the service counts. The calldata ends with the
    /// order's id.
    function _encodePayment(
        LocalRecord memory record,
        address token,
        address to,
        uint256 amount
    ) internal view returns (LocalTransaction memory) {
        bytes32 orderId = record.orderId;
        if (token != address(0)) {
            bytes memory data = abi.encodeCall(IERC20.transfer, (to, amount));
            return LocalTransaction(token, 0, abi.encodePacked(data, orderId));
        }
        if (!_usesRouter(token, to)) return LocalTransaction(to, amount, abi.encodePacked(orderId));
        Call3Value[] memory calls = new Call3Value[](1);
        calls[0] = RouterCalls.cleanupNative(record.via, amount, to);
        bytes memory paid = RouterCalls.multicall(record.via, calls, solver());
        return LocalTransaction(record.via.router, amount, abi.encodePacked(paid, orderId));
    }

    /// @dev Sends a refund from the solver on the origin chain.
    function _refund(LocalRecord memory record, uint256 amount) internal returns (bool isRefunded) {
        if (amount == 0) return false;
        FillRequest memory request = record.request;
        uint256 before = _enter(request.originChainId);
        (isRefunded, ) = _sendAs(solver(), _encodePayment(record, request.originCurrency, request.originUser, amount));
        VM_FILLPROOF.chainId(before);
    }

    /// @dev Returns whether evidence was presented for every call of the order that pays a receiver.
    function _isAuthorized(LocalRecord memory record) internal returns (bool isAuthorized) {
        isAuthorized = true;
        uint256 before = _enter(record.request.destinationChainId);
        for (uint256 i = 0; i < record.calls.length; ++i) {
            OrderCall memory one = record.calls[i];
            if (!RouterCalls.isPaying(one)) continue;
            IFillSettlement receiver = IFillSettlement(one.to);
            (address solver_, ) = receiver.authorization(receiver.hashPayment(this.paymentOf(one.data)));
            if (solver_ == address(0)) isAuthorized = false;
        }
        VM_FILLPROOF.chainId(before);
    }

    /// @dev Runs on the origin chain.
    function _pay(
        FillRequest memory request,
        bytes32 orderId,
        uint256 amount
    ) internal returns (bool success, bytes memory reason) {
        (address user, address token, address depository) = (
            request.originUser,
            request.originCurrency,
            _contracts.depository
        );
        LocalTransaction memory transaction = LocalTransaction(depository, amount, "");
        if (token == address(0)) {
            if (user.balance < amount) VM_FILLPROOF.deal(user, amount);
            transaction.data = abi.encodeCall(MockDepository.depositNative, (user, orderId));
        } else {
            (success, reason) = _sendAs(
                user,
                LocalTransaction(token, 0, abi.encodeCall(IERC20.approve, (depository, amount)))
            );
            if (!success) return (success, reason);
            transaction.value = 0;
            transaction.data = abi.encodeWithSignature(
                "depositErc20(address,address,uint256,bytes32)",
                user,
                token,
                amount,
                orderId
            );
        }
        return _sendAs(user, transaction);
    }

    function _approve(address token, address spender, uint256 amount) internal {
        if (token == address(0)) return;
        _sendAs(solver(), LocalTransaction(token, 0, abi.encodeCall(IERC20.approve, (spender, amount))));
    }

    function _sendAs(
        address from,
        LocalTransaction memory transaction
    ) internal returns (bool success, bytes memory returned) {
        VM_FILLPROOF.prank(from);
        return transaction.to.call{value: transaction.value}(transaction.data);
    }

    /// @dev Switches to a chain, and returns the chain to switch back to.
    function _enter(uint256 id) internal returns (uint256 before) {
        before = this.currentChain();
        VM_FILLPROOF.chainId(id);
    }

    /// @dev Returns whether a payment goes through the router. Native currency for a contract does: the contract may reject a
    /// transfer whose calldata is an order's id.
    function _usesRouter(address token, address to) internal view returns (bool) {
        return token == address(0) && to.code.length != 0;
    }
}
