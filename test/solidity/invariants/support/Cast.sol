// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillproofTest} from "../../../../contracts/testing/FillproofTest.sol";

/// @notice Everybody who has a name and no contract.
abstract contract Cast is FillproofTest {
    address internal immutable payer = makeSolver("payer").addr;
    address internal immutable thief = makeSolver("thief").addr;
    address internal immutable victim = makeSolver("victim").addr;
    address internal immutable shop = makeSolver("shop").addr;
    address internal immutable unlisted = makeSolver("unlisted").addr;
    address internal immutable plainRecipient = makeSolver("recipient").addr;
    address internal immutable treasury = makeSolver("treasury").addr;
}
