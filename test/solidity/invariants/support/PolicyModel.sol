// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Origin} from "./EvidenceKind.sol";

/// @notice What a receiver's policy should be after everything that the administrator did, kept without the receiver.
abstract contract PolicyModel {
    struct Window {
        bool known;
        uint256 start;
        uint256 end;
    }

    struct Range {
        uint256 min;
        uint256 max;
    }

    struct Entry {
        bool listed;
        bool hook;
    }

    mapping(address solver => Window) internal windows;
    mapping(uint256 chainId => mapping(bytes32 currency => Range)) internal ranges;
    mapping(address token => Range) internal tokenRanges;
    mapping(address recipient => Entry) internal entries;
    /// Routers, reserved addresses, and what is never paid or called by its nature.
    mapping(address account => bool) internal isRouterNow;
    mapping(address account => bool) internal isReservedNow;
    mapping(address account => bool) internal isNeverPaid;
    bool internal isPausedNow;
    /// Recipients are in a tree.
    bool internal hasRootNow;
    uint256 internal epochNow = 1;

    function _window(address solver, uint256 start, uint256 stop) internal {
        windows[solver] = Window(true, start, stop == 0 ? type(uint256).max : stop);
    }

    function _revoked(address solver) internal {
        delete windows[solver];
    }

    function _range(uint256 chainId, bytes32 currency, uint256 min, uint256 max) internal {
        _narrow(ranges[chainId][currency], min, max);
        ranges[chainId][currency] = Range(min, max);
    }

    function _tokenRange(address token, uint256 min, uint256 max) internal {
        _narrow(tokenRanges[token], min, max);
        tokenRanges[token] = Range(min, max);
    }

    function _narrow(Range memory old, uint256 min, uint256 max) private {
        if (old.max != 0 && (min > old.min || max < old.max)) ++epochNow;
    }

    function _entry(address recipient, bool listed, bool hook) internal {
        Entry memory old = entries[recipient];
        // Nobody who is listed in the tree is listed by itself too, but may have been, with another hook.
        bool changed = listed != old.listed || hook != old.hook;
        if (changed && (old.listed || hasRootNow)) ++epochNow;
        entries[recipient] = Entry(listed, hook);
    }

    function _router(address account, bool allowed) internal {
        // Calls in flight may name a router that is removed, and pay a recipient that becomes one.
        if (isRouterNow[account] != allowed && (!allowed || _mayBeRecipient(account))) ++epochNow;
        isRouterNow[account] = allowed;
    }

    function _reserved(address account, bool reserved) internal {
        if (reserved && !isReservedNow[account] && _mayBeRecipient(account)) ++epochNow;
        isReservedNow[account] = reserved;
    }

    function _active(address solver) internal view returns (bool) {
        Window memory w = windows[solver];
        return w.known && w.start <= block.timestamp && block.timestamp < w.end;
    }

    /// @notice Whether the route of an origin is open, to its amount.
    function inRange(Origin calldata origin) external view returns (bool) {
        Range memory r = ranges[origin.chainId][origin.currency];
        return r.max != 0 && r.min <= origin.amount && origin.amount <= r.max;
    }

    function _mayBePaid(address recipient, address token) internal view returns (bool) {
        return recipient != address(0) && recipient != token && entries[recipient].listed && !_untouchable(recipient);
    }

    /// @dev Whether money may go back to an account: to no address that is never paid, to nobody with a hook, and to a
    /// contract only a token, and only where it can't be a recipient.
    function _mayBeReturnedTo(address account, address token) internal view returns (bool) {
        if (account == token || _untouchable(account) || entries[account].hook) return false;
        return account.code.length == 0 || (token != address(0) && !_mayBeRecipient(account));
    }

    function _mayBeRecipient(address account) private view returns (bool) {
        return entries[account].listed || hasRootNow;
    }

    /// @dev Whether a token is on the list, for amounts from `lowest` to `highest`.
    function _mayBring(address token, uint256 lowest, uint256 highest) internal view returns (bool) {
        Range memory r = tokenRanges[token];
        return r.max != 0 && r.min <= lowest && highest <= r.max;
    }

    function _untouchable(address account) internal view returns (bool) {
        return isNeverPaid[account] || isRouterNow[account] || isReservedNow[account];
    }
}
