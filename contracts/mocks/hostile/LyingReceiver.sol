// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {IFillSettlement} from "../../interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../interfaces/IFillVerifier.sol";

/// @title LyingReceiver
/// @notice Takes any call for a fill, checks nothing, and reports what a script says.
/// @dev Warning: For tests. Hostile on purpose.
contract LyingReceiver {
    using SafeERC20 for IERC20;

    /// @notice The values that the next fills report, and the amount really `paid`, to `paidTo`.
    struct Script {
        bytes32 id;
        address recipient;
        address solver;
        address token;
        uint256 amount;
        address paidTo;
        uint256 paid;
    }

    Script private _script;

    /// @notice A payment without a call is a fill.
    receive() external payable {
        _tell();
    }

    /// @notice Any other call is a fill. What native currency is left stays here.
    fallback() external payable {
        _tell();
    }

    /// @notice Sets what is reported from now on.
    function script(Script calldata s) external {
        _script = s;
    }

    /// @notice Reports an authorization.
    function authorize(bytes32 id, bytes32 callHash, uint48 deadline) external {
        emit IFillSettlement.FillAuthorized(id, callHash, deadline);
    }

    function _tell() private {
        Script memory s = _script;
        emit IFillVerifier.FillAccepted(s.id, s.recipient, s.solver, msg.sender, s.token, s.amount);
        if (s.paid == 0) return;
        if (s.token == address(0)) {
            Address.sendValue(payable(s.paidTo), s.paid);
            emit IFillVerifier.SolverNativeTransfer(s.paidTo, s.paid);
        } else {
            IERC20(s.token).safeTransferFrom(msg.sender, s.paidTo, s.paid);
        }
    }
}
