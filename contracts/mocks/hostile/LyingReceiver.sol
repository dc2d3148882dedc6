// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {IFillSettlement} from "../../interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../interfaces/IFillVerifier.sol";

/// @title LyingReceiver
/// @notice Treats any call as a fill, checks nothing, and reports what a script says.
/// @dev Warning: For tests. Hostile on purpose.
contract LyingReceiver {
    using SafeERC20 for IERC20;

    /// @notice The values that the next fills report, and the amount that is really `paid` to `paidTo`.
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

    /// @notice Treats a payment without calldata as a fill.
    receive() external payable {
        _tell();
    }

    /// @notice Treats any other call as a fill. Remaining native currency stays here.
    fallback() external payable {
        _tell();
    }

    /// @notice Sets the values that fills report from now on.
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
