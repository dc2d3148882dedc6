import type { Mutants } from '../types.js'

export const shared: Mutants[] = [
  {
    file: 'contracts/SolverPolicy.sol',
    tests: ['test/receivers/guardPolicy.test.ts'],
    edits: {
      'anyone calls revokeSolver': [
        'revokeSolver(address solver) external onlyRole(GUARDIAN_ROLE)',
        'revokeSolver(address solver) external',
      ],
      'anyone calls pause': ['pause() external onlyRole(GUARDIAN_ROLE)', 'pause() external'],
      'the guardian sets solvers': [
        'setSolver(SolverConfig memory config) external onlyRole(POLICY_ROLE)',
        'setSolver(SolverConfig memory config) external onlyRole(GUARDIAN_ROLE)',
      ],
      'the guardian unpauses': [
        'unpause() external onlyRole(DEFAULT_ADMIN_ROLE)',
        'unpause() external onlyRole(GUARDIAN_ROLE)',
      ],
      'the policy role pauses': [
        'pause() external onlyRole(GUARDIAN_ROLE)',
        'pause() external onlyRole(POLICY_ROLE)',
      ],
      'a revoked solver narrows nothing': [
        'emit SolverSet(solver, 0, 0); _solverNarrowed();',
        'emit SolverSet(solver, 0, 0);',
        { tests: ['test/receivers/order.test.ts'] },
      ],
      'revokes the caller': [
        '_solvers().revoke(solver);',
        '_solvers().revoke(msg.sender);',
        { tests: ['test/receivers/authorized.test.ts'] },
      ],
    },
    deleted: [
      'if (admin == address(0))',
      'if (bytes(chainName).length == 0)',
      'onlyRole(POLICY_ROLE)',
      'onlyRole(DEFAULT_ADMIN_ROLE)',
      'whenNotPaused',
      'whenPaused',
      'if (config.solver == address(0))',
      'if (config.stop != 0 && config.stop <= config.start)',
    ],
  },
  {
    file: 'contracts/Transfers.sol',
    tests: ['test/receivers/guardTokens.test.ts'],
    edits: {
      'pulls from the recipient': [
        'trySafeTransferFrom(msg.sender, to, amount)',
        'trySafeTransferFrom(to, to, amount)',
        { tests: ['test/receivers/guardChecks.test.ts'] },
      ],
      'counts what was asked for': [
        'return Math.saturatingSub(BoundedTokens.balanceOf(token, to), before);',
        'return amount;',
      ],
      'counts what was there': [
        'return Math.saturatingSub(BoundedTokens.balanceOf(token, to), before);',
        'return BoundedTokens.balanceOf(token, to);',
      ],
      'rescues within a fill': [
        'rescue(address token, address to, uint256 amount) external nonReentrant onlyRole',
        'rescue(address token, address to, uint256 amount) external onlyRole',
        { tests: ['test/receivers/entries.test.ts'] },
      ],
      'anyone rescues': [' nonReentrant onlyRole(RESCUE_ROLE)', ' nonReentrant'],
      'a native transfer may fail': [
        'if (!ok) revert NativeTransferFailed(to, amount, reason);',
        'if (!ok && reason.length != 0) revert NativeTransferFailed(to, amount, reason);',
      ],
    },
    deleted: [
      'nonReentrant',
      'onlyRole(RESCUE_ROLE)',
      'if (!IERC20(token).trySafeTransfer(to, amount))',
      'if (!ok)',
      'if (!IERC20(token).trySafeTransferFrom(msg.sender, to, amount))',
      'if (found != required)',
    ],
  },
  {
    file: 'contracts/ReceiverFactory.sol',
    tests: ['test/receivers/factory.test.ts'],
    deleted: ['if (implementation.code.length == 0)', 'if (receiver.code.length != 0)', 'if (repeatable)'],
  },
]
