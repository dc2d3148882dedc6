// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IFillVerifier} from "../interfaces/IFillVerifier.sol";
import {FillRequest, RecordedLog} from "../testing/FillproofTest.sol";

/// @title CountedFills
/// @notice Counts the amount that a direct fill paid, as the service's oracle does.
/// @dev Source: docs/settlement.md, the rows `transfers` and `nativeTransfers`. Twin: src/rules/settled/measurePayment.ts.
library CountedFills {
    /// @notice Adds up the native payments that the order's fill contract reports, or a token's transfers to the recipient.
    function count(RecordedLog[] memory logs, FillRequest memory request) internal pure returns (uint256 amount) {
        for (uint256 i = 0; i < logs.length; ++i) {
            amount +=
                request.token == address(0)
                    ? _native(logs[i], request.receiver, request.recipient)
                    : _transferred(logs[i], request.token, request.recipient);
        }
    }

    function _native(RecordedLog memory log, address receiver, address recipient) private pure returns (uint256) {
        if (log.emitter != receiver || log.topics.length != 1) return 0;
        if (log.topics[0] != IFillVerifier.SolverNativeTransfer.selector) return 0;
        (address to, uint256 amount) = abi.decode(log.data, (address, uint256));
        return to == recipient ? amount : 0;
    }

    function _transferred(RecordedLog memory log, address token, address recipient) private pure returns (uint256) {
        if (log.emitter != token || log.topics.length != 3) return 0;
        if (log.topics[0] != IERC20.Transfer.selector) return 0;
        return address(uint160(uint256(log.topics[2]))) == recipient ? abi.decode(log.data, (uint256)) : 0;
    }
}
