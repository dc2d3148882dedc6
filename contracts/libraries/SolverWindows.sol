// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title SolverWindows
/// @notice Solvers, each with the window in which it is active: start <= now < stop.
/// @dev Unix seconds; `stop` 0 is no end. Asked when the signature is used, not when it was made.
library SolverWindows {
    /// @dev `end` is zero for a solver that is not known.
    struct Window {
        uint48 start;
        uint48 end;
    }

    struct State {
        mapping(address solver => Window) windows;
    }

    uint48 private constant NEVER = type(uint48).max;

    /// @notice Sets a window. Returns whether that took away any time that counted before.
    function set(State storage self, address solver, uint48 start, uint48 stop) internal returns (bool narrowed) {
        Window storage window = self.windows[solver];
        (uint48 oldStart, uint48 oldEnd) = (window.start, window.end);
        uint48 end = stop == 0 ? NEVER : stop;
        narrowed = oldEnd != 0 && (start > oldStart || end < oldEnd);
        (window.start, window.end) = (start, end);
    }

    /// @notice Ends a window now.
    function revoke(State storage self, address solver) internal {
        delete self.windows[solver];
    }

    /// @notice Returns a window as it was set; both zero for a solver that is not known.
    function get(State storage self, address solver) internal view returns (uint48 start, uint48 stop) {
        Window storage window = self.windows[solver];
        return (window.start, window.end == NEVER ? 0 : window.end);
    }

    /// @notice Returns whether the solver is active now.
    function isActive(State storage self, address solver) internal view returns (bool) {
        Window storage window = self.windows[solver];
        (uint256 start, uint256 end) = (window.start, window.end);
        // Windows are in seconds, within the chain's rules for its clock.
        // slither-disable-next-line timestamp
        return start <= block.timestamp && block.timestamp < end;
    }

    /// @notice Returns whether the window of `a` ends after that of `b`.
    function outlasts(State storage self, address a, address b) internal view returns (bool) {
        return self.windows[a].end > self.windows[b].end;
    }
}
