// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IFillRecipient, ReceivedFill} from "../../interfaces/IFillRecipient.sol";
import {Reentrant} from "./Reentrant.sol";

/// @title ScriptedRecipient
/// @notice A recipient that records its calls, and answers as a script says.
/// @dev Warning: For tests. Hostile on purpose.
contract ScriptedRecipient is IFillRecipient, Reentrant {
    /// @notice The hook was called. Reports the caller, the argument, and this contract's balance of the token at that
    /// moment.
    event Told(address indexed caller, ReceivedFill received, uint256 held);

    struct Script {
        bool reverts;
        bytes answer;
        uint256 size;
    }

    mapping(bytes4 selector => Script) private _scripts;
    mapping(bytes4 selector => bool) private _scripted;

    /// @notice Accepts native currency, or ends as scripted for the zero selector.
    receive() external payable {
        _act();
    }

    /// @notice Scripts how a function ends.
    /// @param selector `onFill`, or zero for plain native currency.
    /// @param reverts Whether it reverts.
    /// @param answer The return data or revert data.
    /// @param size The length of the answer in bytes. Zeros follow `answer`.
    function script(bytes4 selector, bool reverts, bytes calldata answer, uint256 size) external {
        _scripts[selector] = Script({reverts: reverts, answer: answer, size: size});
        _scripted[selector] = true;
    }

    /// @notice Removes the script of a function.
    function unscript(bytes4 selector) external {
        delete _scripted[selector];
    }

    /// @inheritdoc IFillRecipient
    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        uint256 held =
            received.token == address(0) ? address(this).balance : IERC20(received.token).balanceOf(address(this));
        emit Told(msg.sender, received, held);
        _act();
        return IFillRecipient.onFill.selector;
    }

    /// @dev Makes the armed call, and ends this one if its function is scripted.
    function _act() private {
        _reenter();
        if (!_scripted[msg.sig]) return;
        Script memory s = _scripts[msg.sig];
        bool reverts = s.reverts;
        uint256 size = s.size;
        bytes memory answer = s.answer;
        assembly ("memory-safe") {
            // Memory after the answer is free to overwrite. The copied bytes lie beyond the calldata, so they are zeros.
            let start := add(answer, 0x20)
            let length := mload(answer)
            if gt(size, length) {
                calldatacopy(add(start, length), calldatasize(), sub(size, length))
            }
            if reverts {
                revert(start, size)
            }
            return(start, size)
        }
    }
}
