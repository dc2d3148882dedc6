// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {svm} from "./Vm.sol";

/// A token that answers anything or nothing, and whose balances are anything after each call.
contract HostileToken {
    /// What it says that any account holds; and what it said after the first transfer.
    uint256 private held = svm.createUint256("held");
    uint256 public heldAfterPull;
    /// Zero while every answer was true, or none.
    uint256 public refusals;

    uint256 private allowed = svm.createUint256("allowed");
    uint256 private transfers;

    function balanceOf(address) external view returns (uint256) {
        return held;
    }

    function allowance(address, address) external view returns (uint256) {
        return allowed;
    }

    function approve(address, uint256) external {
        held = svm.createUint256("held");
        answer();
    }

    function transfer(address, uint256) external {
        held = svm.createUint256("held");
        answer();
    }

    function transferFrom(address, address, uint256) external {
        held = svm.createUint256("held");
        if (transfers++ == 0) heldAfterPull = held;
        answer();
    }

    function answer() private {
        if (svm.createUint256("isSilent") == 0) return;
        uint256 word = svm.createUint256("answer");
        refusals |= word ^ 1;
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, 0x20)
        }
    }
}
