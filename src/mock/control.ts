import type { Address, Hex, LocalAccount } from 'viem'
import { fundAccount } from './chains/fundAccount.js'
import type { MockContext } from './context.js'
import { MockOptionError } from './errors.js'
import type { Events } from './events/createEvents.js'
import type { Faults } from './faults.js'
import type { Keys } from './keys.js'
import type { RequestRecord } from './ledger.js'
import type { Solver } from './solver/createSolver.js'
import type { Venue } from './venue/createVenue.js'

/** Levers for tests and demos; not part of the service. */
export type MockControl = {
  /** Signs attestations and orders, and pays fills and refunds. */
  solverAccount: LocalAccount
  /** What the mock does wrong, by name. */
  faults: Faults
  /** The API keys, and what their owners can spend on sponsoring. */
  keys: Pick<Keys, 'list' | 'create' | 'remove' | 'sponsor' | 'setSponsorBalance'>
  /** Webhooks and websockets. */
  events: Events
  /** What accounts have on the perps venue. */
  venue: Pick<Venue, 'balanceOf' | 'fund'>
  /** Resolves when the solver looks for deposits no more. Fills that have begun go on. */
  pauseSolver(): Promise<void>
  /** Answers also the deposits made in between. */
  resumeSolver(): void
  /** Lets a pausing solver answer one payment. Resolves with its request's id when that is done, if there was one. */
  stepSolver(): Promise<Hex | undefined>
  /** Mines empty blocks, one by default. */
  mine(chainId: number, blocks?: number): Promise<void>
  /** Moves a chain's time on by seconds and mines a block. Other chains and the service's own clock stay. */
  increaseTime(chainId: number, seconds: number): Promise<void>
  /** Gives an account so much more of a currency, in its smallest unit; the venue is chain 1337. */
  fund(funds: { chainId: number; address: Address; currency: Address; amount: bigint }): Promise<void>
  /** Every request, the oldest first, with all that the mock knows of it. */
  requests(): RequestRecord[]
}

export function createControl(context: MockContext, solver: Solver): MockControl {
  const { chains, solver: account, clock, faults, keys, events, venue, ledger } = context
  const refuse = (option: string, value: unknown, requirement: string) =>
    new MockOptionError({ option, value, requirement })
  const findChain = (chainId: number) => {
    const chain = chains.find(({ id }) => id === chainId)
    if (chain) return chain
    throw refuse('chainId', chainId, chains.map(({ id }) => id).join(' or '))
  }
  const isSame = (one: Address, other: Address) => one.toLowerCase() === other.toLowerCase()
  return {
    solverAccount: account,
    faults,
    keys,
    events,
    venue,
    pauseSolver: () => solver.pause(),
    resumeSolver: () => solver.resume(),
    stepSolver: () => solver.step(),
    async mine(chainId, blocks = 1) {
      await findChain(chainId).client.mine({ blocks })
    },
    async increaseTime(chainId, seconds) {
      const { client } = findChain(chainId)
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
      clock.moved(chainId, seconds)
    },
    async fund({ chainId, address, currency, amount }) {
      if (amount < 0n) throw refuse('amount', amount, 'at least 0')
      const isForVenue = venue.currencies.some((asset) => asset.chainId === chainId)
      const chain = isForVenue ? undefined : findChain(chainId)
      const known = chain?.currencies ?? venue.currencies
      const found = known.find((candidate) => isSame(candidate.address, currency))
      if (!found) throw refuse('currency', currency, known.map((candidate) => candidate.address).join(' or '))
      if (chain) await fundAccount(chain, { address, currency: found.address, amount })
      else venue.fund(address, found.address, amount)
    },
    requests: () => ledger.list(),
  }
}
