// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title SolverWindows
/// @notice Solvers, each with the time in which its signature counts: start <= now < stop.
/// @dev Unix seconds; `stop` 0 is no end. Asked when the signature is used, not when it was made.
library SolverWindows {
    struct Window {
        bool known;
        uint48 start;
        uint48 stop;
    }

    struct State {
        mapping(address solver => Window) windows;
    }

    /// @notice Sets a window. Returns whether that took away any time that counted before.
    function set(State storage self, address solver, uint48 start, uint48 stop) internal returns (bool narrowed) {
        Window memory old = self.windows[solver];
        narrowed = old.known && (start > old.start || _end(stop) < _end(old.stop));
        self.windows[solver] = Window({known: true, start: start, stop: stop});
    }

    /// @notice Ends a window now.
    function revoke(State storage self, address solver) internal {
        delete self.windows[solver];
    }

    /// @notice Tells whether the solver's signature counts now.
    function isActive(State storage self, address solver) internal view returns (bool) {
        Window memory window = self.windows[solver];
        return window.known && window.start <= block.timestamp && block.timestamp < _end(window.stop);
    }

    /// @notice Tells whether `a` counts for longer than `b`.
    function outlasts(State storage self, address a, address b) internal view returns (bool) {
        return _end(self.windows[a].stop) > _end(self.windows[b].stop);
    }

    function _end(uint48 stop) private pure returns (uint256) {
        return stop == 0 ? type(uint256).max : stop;
    }
}
