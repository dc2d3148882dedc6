// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {OrderCall} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";
import {MetadataProxy} from "./MetadataProxy.sol";
import {MetadataRouter} from "./MetadataRouter.sol";
import {MockPlainApprovalProxy} from "./MockPlainApprovalProxy.sol";
import {MockPlainRouter} from "./MockPlainRouter.sol";
import {Call3Value} from "./ServiceStructs.sol";

/// @notice The routers of the public service. `hash` logs the hash of a call's data (version 3.2), `metadata` logs the data
/// itself (version 3), and `plain` takes no metadata (version 2.1).
enum RouterKind {
    hash,
    metadata,
    plain
}

/// @notice A router, its kind, and the proxy that moves the solver's tokens into the router.
struct FillRouter {
    address router;
    address approvalProxy;
    RouterKind kind;
}

/// @title RouterCalls
/// @notice Encodes the calls that a solver makes through a router of any kind. Metadata is empty.
/// @dev Twins: src/mock/solver/transactions.ts, src/contract/prepareAuthorizedCall.ts.
library RouterCalls {
    /// @notice Encodes the router's call that makes `calls` with the solver's native currency. The rest goes to `refundTo`.
    function multicall(
        FillRouter memory via,
        Call3Value[] memory calls,
        address refundTo
    ) internal pure returns (bytes memory) {
        return
            _isPlain(via)
                ? abi.encodeCall(MockPlainRouter.multicall, (calls, refundTo, address(0)))
                : abi.encodeCall(MetadataRouter.multicall, (calls, refundTo, address(0), ""));
    }

    /// @notice Encodes the call of the proxy that moves `amount` of `token` into the router. The router then makes `calls`.
    function tokenMulticall(
        FillRouter memory via,
        address token,
        uint256 amount,
        Call3Value[] memory calls,
        address refundTo
    ) internal pure returns (bytes memory) {
        (address[] memory tokens, uint256[] memory amounts) = (_one(token), new uint256[](1));
        amounts[0] = amount;
        return
            _isPlain(via)
                ? abi.encodeCall(
                    MockPlainApprovalProxy.transferAndMulticall,
                    (tokens, amounts, calls, refundTo, address(0))
                )
                : abi.encodeCall(
                    MetadataProxy.transferAndMulticall,
                    (tokens, amounts, calls, refundTo, address(0), "")
                );
    }

    /// @notice Makes the router's call to itself that pays out native currency.
    function cleanupNative(
        FillRouter memory via,
        uint256 amount,
        address recipient
    ) internal pure returns (Call3Value memory) {
        bytes memory data =
            _isPlain(via)
                ? abi.encodeCall(MockPlainRouter.cleanupNative, (amount, recipient))
                : abi.encodeCall(MetadataRouter.cleanupNative, (amount, recipient, ""));
        return Call3Value(via.router, false, 0, data);
    }

    /// @notice Makes the calls of an order that pay `receiver`. Native currency needs only the payment. A token needs an
    /// approval, the payment and a sweep of the rest to `payment.refundTo`.
    function paying(
        FillRouter memory via,
        Payment memory payment,
        address receiver
    ) internal pure returns (OrderCall[] memory calls) {
        bytes memory pay = abi.encodeCall(IFillSettlement.payAuthorized, (payment));
        if (payment.token == address(0)) {
            calls = new OrderCall[](1);
            calls[0] = OrderCall(receiver, pay, payment.minimum);
            return calls;
        }
        calls = new OrderCall[](5);
        calls[0] = _approval(payment.token, receiver, 0);
        calls[1] = _approval(payment.token, receiver, payment.maximum);
        calls[2] = OrderCall(receiver, pay, 0);
        calls[3] = _approval(payment.token, receiver, 0);
        calls[4] = OrderCall(via.router, _sweep(via, payment.token, payment.refundTo), 0);
    }

    /// @notice Returns whether a call is a call of `payAuthorized`.
    function isPaying(OrderCall memory one) internal pure returns (bool) {
        return bytes4(one.data) == IFillSettlement.payAuthorized.selector;
    }

    /// @notice Makes a call that every router rejects.
    function failing(FillRouter memory via) internal pure returns (OrderCall memory) {
        address[] memory none = new address[](0);
        bytes memory data = abi.encodeCall(
            MetadataRouter.cleanupErc20sViaCall,
            (_one(via.router), none, new bytes[](0), new uint256[](0))
        );
        return OrderCall(via.router, data, 0);
    }

    function _approval(address token, address spender, uint256 amount) private pure returns (OrderCall memory) {
        return OrderCall(token, abi.encodeCall(IERC20.approve, (spender, amount)), 0);
    }

    function _sweep(FillRouter memory via, address token, address to) private pure returns (bytes memory) {
        (address[] memory tokens, address[] memory tos, uint256[] memory all) = (
            _one(token),
            _one(to),
            new uint256[](1)
        );
        return
            _isPlain(via)
                ? abi.encodeCall(MockPlainRouter.cleanupErc20s, (tokens, tos, all))
                : abi.encodeCall(MetadataRouter.cleanupErc20s, (tokens, tos, all, ""));
    }

    function _isPlain(FillRouter memory via) private pure returns (bool) {
        return via.kind == RouterKind.plain;
    }

    function _one(address account) private pure returns (address[] memory accounts) {
        accounts = new address[](1);
        accounts[0] = account;
    }
}
