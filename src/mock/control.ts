import type { LocalAccount } from 'viem'
import type { MockContext } from './context.js'
import { MockOptionError } from './errors.js'
import type { Faults } from './faults.js'
import type { Solver } from './solver/createSolver.js'

/** Levers for tests and demos; not part of the service. */
export type MockControl = {
  /** Signs attestations and orders, and pays fills and refunds. */
  solverAccount: LocalAccount
  /** What the mock does wrong, by name. */
  faults: Faults
  /** Resolves when the solver looks for deposits no more. Fills that have begun go on. */
  pauseSolver(): Promise<void>
  /** Answers also the deposits made in between. */
  resumeSolver(): void
  /** Mines empty blocks, one by default. */
  mine(chainId: number, blocks?: number): Promise<void>
  /** Moves a chain's time on by seconds and mines a block. Other chains and the service's own clock stay. */
  increaseTime(chainId: number, seconds: number): Promise<void>
}

export function createControl(
  { chains, solver: account, clock, faults }: MockContext,
  solver: Solver,
): MockControl {
  const clientOf = (chainId: number) => {
    const chain = chains.find(({ id }) => id === chainId)
    if (chain) return chain.client
    const known = chains.map(({ id }) => id).join(' or ')
    throw new MockOptionError({ option: 'chainId', value: chainId, requirement: known })
  }
  return {
    solverAccount: account,
    faults,
    pauseSolver: () => solver.pause(),
    resumeSolver: () => solver.resume(),
    async mine(chainId, blocks = 1) {
      await clientOf(chainId).mine({ blocks })
    },
    async increaseTime(chainId, seconds) {
      const client = clientOf(chainId)
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
      clock.moved(chainId, seconds)
    },
  }
}
