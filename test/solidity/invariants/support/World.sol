// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {vm} from "../../support/Vm.sol";
import {TrickyToken} from "./TrickyToken.sol";

/// @notice Everybody's balance in every currency, kept in double entry beside the chain's own.
abstract contract World {
    uint256 internal constant WEALTH = 1e30;

    /// The native currency, a plain token, one with a fee, and one that is hostile at times.
    address[] public tokens;
    /// A token of somebody's own, on no list.
    address public madeUp;
    /// Everybody whose balance is followed.
    address[] public accounts;
    mapping(address account => mapping(address token => uint256)) public owed;
    address internal feeSink = address(uint160(uint256(keccak256("fee sink"))));

    function countAccounts() external view returns (uint256) {
        return accounts.length;
    }

    function countTokens() external view returns (uint256) {
        return tokens.length;
    }

    /// @notice What `account` holds on the chain.
    function held(address account, address token) public view returns (uint256) {
        return token == address(0) ? account.balance : TrickyToken(token).balanceOf(account);
    }

    function _makeTokens(address opponent) internal {
        tokens.push(address(0));
        tokens.push(address(new TrickyToken(0, feeSink, opponent)));
        tokens.push(address(new TrickyToken(100, feeSink, opponent)));
        tokens.push(address(new TrickyToken(0, feeSink, opponent)));
        madeUp = address(new TrickyToken(0, feeSink, opponent));
        _follow(feeSink, 0);
    }

    /// @dev Follows an account from now on, and gives it `wealth` of everything.
    function _follow(address account, uint256 wealth) internal {
        accounts.push(account);
        for (uint256 i = 0; i < tokens.length; ++i) {
            if (i == 0) vm.deal(account, wealth);
            else TrickyToken(tokens[i]).mint(account, wealth);
            owed[account][tokens[i]] = wealth;
        }
    }

    /// @dev Books a transfer, and returns what arrives.
    function _book(address token, address from, address to, uint256 amount) internal returns (uint256 arrives) {
        arrives = _net(token, amount);
        // A receiver that pays out what it should not makes the books wrong, and must not stop them.
        unchecked {
            owed[from][token] -= amount;
            owed[to][token] += arrives;
            owed[feeSink][token] += amount - arrives;
        }
    }

    /// @dev What arrives of `amount`.
    function _net(address token, uint256 amount) internal view returns (uint256) {
        return token == tokens[2] ? amount - (amount * 100) / 10_000 : amount;
    }

    function _hostileToken() internal view returns (TrickyToken) {
        return TrickyToken(tokens[3]);
    }
}
