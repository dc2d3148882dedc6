import type { Address, Hex, LocalAccount } from 'viem'
import { isSame } from '../rules/settled/isSame.js'
import { fundAccount, fundSolver } from './chains/funds.js'
import type { MockContext } from './context.js'
import { MockOptionError } from './errors.js'
import type { Events } from './events/createEvents.js'
import type { Faults } from './faults.js'
import type { Keys } from './keys.js'
import type { LedgerRequest } from './ledger.js'
import { requireKey } from './requireOption.js'
import type { Snapshots } from './snapshots.js'
import type { Venue } from './venue/createVenue.js'

/** Controls for tests and demos; not part of the service. */
export type MockControl = {
  /** Signs attestations and orders, and pays fills and refunds. */
  readonly solverAccount: LocalAccount
  /** The faults to inject, by name. */
  faults: Faults
  /** The API keys, and the sponsor balances of their owners. */
  keys: Pick<Keys, 'list' | 'create' | 'remove' | 'sponsor' | 'setSponsorBalance'>
  /** Webhooks and websockets. */
  events: Events
  /** Balances on the perps venue, and the modes of its accounts. */
  venue: Pick<Venue, 'balanceOf' | 'fund' | 'setMode'>
  /** Resolves when the solver has stopped looking for deposits. Fills in progress continue. */
  pauseSolver(): Promise<void>
  /** Starts the solver again. It also answers the deposits made during the pause. */
  resumeSolver(): void
  /** Makes a paused solver answer one payment. Resolves with the request id, or undefined if there is no payment. */
  stepSolver(): Promise<Hex | undefined>
  /**
   * Replaces the solver of new requests and returns its address. The key is random unless you pass one. Earlier
   * requests stay with their solver. A receiver trusts the new solver only after you change the receiver's policy.
   */
  rotateSolver(privateKey?: Hex): Promise<Address>
  /** Mines empty blocks, one by default. */
  mine(chainId: number, blocks?: number): Promise<void>
  /** Moves a chain's time by seconds and mines a block. Other chains and the service's own clock do not move. */
  increaseTime(chainId: number, seconds: number): Promise<void>
  /** Adds to an account's balance, in the currency's smallest unit. The venue is chain 1337. */
  fund(funds: { chainId: number; address: Address; currency: Address; amount: bigint }): Promise<void>
  /**
   * Takes a snapshot of everything together: chains, requests, clock, random source, keys, faults and webhooks. Waits
   * for fills in progress. Returns the snapshot's id.
   */
  snapshot(): Promise<string>
  /**
   * Restores a snapshot and deletes later snapshots. You can restore the same snapshot again. Anything in progress (a
   * wait for a request, a stream, a delivery) ends with `MockRestoredError`.
   */
  restore(snapshot: string): Promise<void>
  /** Returns every request with all that the mock knows, the oldest first. */
  requests(): LedgerRequest[]
}

export function createControl(context: MockContext, snapshots: Snapshots): MockControl {
  const { chains, solver, filler, clock, faults, keys, events, venue, ledger, random } = context
  const reject = (option: string, value: unknown, requirement: string) =>
    new MockOptionError({ option, value, requirement })
  const findChain = (chainId: number) => {
    const chain = chains.find(({ id }) => id === chainId)
    if (chain) return chain
    throw reject('chainId', chainId, chains.map(({ id }) => id).join(' or '))
  }
  return {
    get solverAccount() {
      return solver.current
    },
    faults,
    keys,
    events,
    venue,
    pauseSolver: () => filler.pause(),
    resumeSolver: () => filler.resume(),
    stepSolver: () => filler.step(),
    async rotateSolver(privateKey = random.bytes32('solver key')) {
      requireKey('privateKey', privateKey)
      const account = solver.add(privateKey)
      for (const chain of chains) await fundSolver(chain, account)
      venue.fundSolver(account.address)
      solver.use(account)
      return account.address
    },
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
      if (amount < 0n) throw reject('amount', amount, 'at least 0')
      const isVenue = venue.currencies.some((asset) => asset.chainId === chainId)
      const chain = isVenue ? undefined : findChain(chainId)
      const known = chain?.currencies ?? venue.currencies
      const found = known.find((candidate) => isSame(candidate.address, currency))
      if (!found) throw reject('currency', currency, known.map((candidate) => candidate.address).join(' or '))
      if (chain) await fundAccount(chain, { address, currency: found.address, amount })
      else venue.fund(address, found.address, amount)
    },
    snapshot: snapshots.take,
    restore: snapshots.restore,
    requests: () => ledger.list(),
  }
}
