// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {svm} from "./Vm.sol";

/// A token that answers anything or nothing, and whose balances are anything after each call.
contract HostileToken {
    /// Whom the property is about.
    address private subject;
    /// What it says that the subject holds, and anybody else; and what it said of the subject after the first transfer.
    uint256 private held = svm.createUint256("held");
    uint256 private heldElsewhere = svm.createUint256("heldElsewhere");
    uint256 public heldAfterPull;
    /// Zero while every answer was true, or none.
    uint256 public refusals;

    uint256 private allowed = svm.createUint256("allowed");
    uint256 private transfers;

    function follow(address subject_) external {
        subject = subject_;
    }

    function balanceOf(address account) external view returns (uint256) {
        return account == subject ? held : heldElsewhere;
    }

    function allowance(address, address) external view returns (uint256) {
        return allowed;
    }

    function approve(address, uint256) external {
        change();
        answer();
    }

    function transfer(address, uint256) external {
        change();
        answer();
    }

    function transferFrom(address, address, uint256) external {
        change();
        if (transfers++ == 0) heldAfterPull = held;
        answer();
    }

    function change() private {
        held = svm.createUint256("held");
        heldElsewhere = svm.createUint256("heldElsewhere");
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
