// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IDepository} from "../../interfaces/IDepository.sol";
import {ForcedSend} from "./ForcedSend.sol";
import {Reentrant} from "./Reentrant.sol";

/// @title ScriptedDepository
/// @notice A depository that takes less of a payment than it should, gives some back, reenters or reverts.
/// @dev Warning: For tests. Hostile on purpose.
contract ScriptedDepository is IDepository, Reentrant {
    using SafeERC20 for IERC20;

    /// @notice The arguments of the call, and the caller's allowance for this contract at that moment.
    event Told(address depositor, address token, uint256 amount, bytes32 id, uint256 allowance);

    /// @notice The script refused the deposit.
    error Refused(bytes padding);

    /// @notice The amount by which a deposit of tokens takes less than it should.
    uint256 public lessTaken;
    uint256 public givenBack;
    bool public refuses;
    uint256 public padding;

    /// @notice Sets the script.
    function script(uint256 lessTaken_, uint256 givenBack_, bool refuses_, uint256 padding_) external {
        (lessTaken, givenBack, refuses, padding) = (lessTaken_, givenBack_, refuses_, padding_);
    }

    /// @inheritdoc IDepository
    function depositNative(address depositor, bytes32 id) external payable {
        emit Told(depositor, address(0), msg.value, id, 0);
        _act();
        // solhint-disable-next-line check-send-result
        if (givenBack != 0) new ForcedSend().send{value: givenBack}(msg.sender);
    }

    /// @inheritdoc IDepository
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external {
        emit Told(depositor, token, amount, id, IERC20(token).allowance(msg.sender, address(this)));
        _act();
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount - lessTaken);
        if (givenBack != 0) IERC20(token).safeTransfer(msg.sender, givenBack);
    }

    function _act() private {
        _reenter();
        if (refuses) revert Refused(new bytes(padding));
    }
}
