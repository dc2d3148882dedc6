// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

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
    mapping(address recipient => Entry) internal entries;
    /// Routers, reserved addresses, and what is never paid or called by its nature.
    mapping(address account => bool) internal isRouterNow;
    mapping(address account => bool) internal isReservedNow;
    mapping(address account => bool) internal isNeverPaid;
    bool internal isPausedNow;
    uint256 internal epochNow = 1;

    function _window(address solver, uint256 start, uint256 stop) internal {
        Window memory old = windows[solver];
        uint256 end = stop == 0 ? type(uint256).max : stop;
        if (old.known && (start > old.start || end < old.end)) ++epochNow;
        windows[solver] = Window(true, start, end);
    }

    function _revoked(address solver) internal {
        delete windows[solver];
        ++epochNow;
    }

    function _range(uint256 chainId, bytes32 currency, uint256 min, uint256 max) internal {
        Range memory old = ranges[chainId][currency];
        if (old.max != 0 && (min > old.min || max < old.max)) ++epochNow;
        ranges[chainId][currency] = Range(min, max);
    }

    function _entry(address recipient, bool listed, bool hook) internal {
        Entry memory old = entries[recipient];
        if (old.listed && (!listed || hook != old.hook)) ++epochNow;
        entries[recipient] = Entry(listed, hook);
    }

    function _router(address account, bool allowed) internal {
        isRouterNow[account] = allowed;
        ++epochNow;
    }

    function _reserved(address account, bool reserved) internal {
        isReservedNow[account] = reserved;
        if (reserved) ++epochNow;
    }

    function _active(address solver) internal view returns (bool) {
        Window memory w = windows[solver];
        return w.known && w.start <= block.timestamp && block.timestamp < w.end;
    }

    function _inRange(uint256 chainId, bytes32 currency, uint256 amount) internal view returns (bool) {
        Range memory r = ranges[chainId][currency];
        return r.max != 0 && r.min <= amount && amount <= r.max;
    }

    function _mayBePaid(address recipient, address token) internal view returns (bool) {
        return recipient != address(0) && recipient != token && entries[recipient].listed && !_untouchable(recipient);
    }

    function _untouchable(address account) internal view returns (bool) {
        return isNeverPaid[account] || isRouterNow[account] || isReservedNow[account];
    }
}
