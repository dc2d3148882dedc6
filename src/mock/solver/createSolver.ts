import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hash, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { relayer } from '../accounts.js'
import type { Chain } from '../chains/chain.js'
import type { RequestRecord } from '../ledger.js'
import type { SolverContext } from './context.js'
import { createAnswers, type Work } from './createAnswers.js'
import { createArrivals, type Requote } from './createArrivals.js'
import { createGasless } from './createGasless.js'
import { createPermits } from './createPermits.js'
import { type Deposit, isSame } from './deposits.js'
import { readSightings } from './readSightings.js'
import { refund } from './refund.js'
import { createReorganizer } from './reorganize.js'
import type { Sighting } from './sightings.js'
import type { VenueFiller } from './venueFiller.js'
import { createWallet } from './wallet.js'

export type CreateSolverParameters = Pick<
  SolverContext,
  'chains' | 'ledger' | 'clock' | 'faults' | 'random' | 'solver' | 'finality'
> & {
  pollingIntervalMs: number
  /** How long a request stays in each status. */
  statusDelayMs: number
  venue: VenueFiller
  /** Without it, every payment to an open deposit address is for the first request. */
  requote?: Requote | undefined
}

export type Solver = ReturnType<typeof createSolver>

/** How often requests are looked at that wait for too long. */
const expiryIntervalMs = 200

/**
 * Watches every chain and answers each payment for a known order: with a fill, or with a refund where the payment does
 * not pay the order, comes a second time, or can't be filled. Payments with unknown ids are left alone.
 *
 * - Rule: what is seen is answered by chain, block and log, so that two runs over the same blocks do the same.
 */
export function createSolver(parameters: CreateSolverParameters) {
  const {
    chains,
    ledger,
    clock,
    faults,
    finality,
    random,
    solver: account,
    venue,
    requote,
    pollingIntervalMs,
    statusDelayMs,
  } = parameters
  const stopped = new AbortController()
  const { signal } = stopped
  const wallets = new Map(chains.map((chain) => [chain.id, createWallet(chain, account, signal)]))
  const relayerAccount = privateKeyToAccount(relayer.privateKey)
  const relayers = new Map(chains.map((chain) => [chain.id, createWallet(chain, relayerAccount, signal)]))
  const walletOf = (chainId: number) => wallets.get(chainId)
  const seen = new Map(chains.map(({ id, firstBlock }) => [id, firstBlock]))
  const queue: Sighting[] = []
  /** Orders that are filled at once, also while the solver pauses. */
  const accelerated = new Set<Hex>()
  const jobs = new Set<Promise<void>>()
  /** Requests whose payment was seen and is answered later, so that their status can be seen too. */
  const lingering = new Set<Hex>()
  const openSends = new Map<Hex, string>()
  let isPaused = false
  let expiredAt = 0
  let scanning: Promise<void> | undefined

  const arrivals = createArrivals({ ledger, random, requote })
  const reorganizer = createReorganizer({
    ledger,
    faults,
    walletOf,
    onReorganized: (chainId, head) => seen.set(chainId, head),
  })
  const pace = async () => {
    if (statusDelayMs > 0) await sleep(statusDelayMs, undefined, { signal })
  }
  const answers = createAnswers({
    ledger,
    clock,
    faults,
    finality,
    walletOf,
    venue,
    reorganize: reorganizer.reorganize,
    pace,
  })
  const gasless = createGasless({ ledger, relayers, isSeen: (chainId, block) => seen.get(chainId)! >= block })
  const permits = createPermits({ walletOf, onDeposit: (deposit) => acceptDeposit(deposit) })

  const stopWatchingSends = ledger.onMove(({ id, status, terms }) => {
    if (terms.payment !== 'send') return
    if (status === 'waiting') openSends.set(id, terms.recipient.toLowerCase())
    else openSends.delete(id)
  })

  function start(requestId: Hex, work: Work): Promise<void> {
    const job = work()
      .catch((error: unknown) => {
        if (!signal.aborted) answers.abandon(requestId, error)
      })
      .finally(() => jobs.delete(job))
    jobs.add(job)
    return job
  }

  function ownerOf(sighting: Sighting): RequestRecord | undefined {
    if (sighting.kind === 'arrival') return arrivals.ownerOf(sighting.address)
    return ledger.findByOrder(sighting.kind === 'swap' ? sighting.orderId : sighting.deposit.orderId)
  }

  /** Moves the request's status at once; what is left to do is returned. */
  function answer(record: RequestRecord, sighting: Sighting): Work | undefined {
    gasless.onSighting(record, sighting.kind === 'arrival' ? sighting.arrival.txHash : hashOf(sighting))
    const current = ledger.get(record.id)
    if (current.status !== 'depositing' || statusDelayMs === 0) return answerNow(current, sighting)
    lingering.add(record.id)
    return async () => {
      await pace()
      lingering.delete(record.id)
      await answerNow(ledger.get(record.id), sighting)?.()
    }
  }

  function answerNow(current: RequestRecord, sighting: Sighting): Work | undefined {
    switch (sighting.kind) {
      case 'deposit':
        return answers.answerDeposit(current, arrivals.creditPayer(sighting.deposit))
      case 'swap':
        return answers.answerSwap(current, sighting.txHash)
      case 'send':
        return answers.answerSend(current, sighting.deposit, sighting.to)
      case 'arrival': {
        const { arrival } = sighting
        // The solver pays the gas of sweeps, and nothing else, to these addresses.
        if (isSame(arrival.from, account.address)) return undefined
        return () => arrivals.moveOn(current, arrival, wallets.get(arrival.chainId)!)
      }
    }
  }

  /** Answers what is next in the queue and for which `isWanted`. Undefined where there is nothing. */
  function answerNext(isWanted: (record: RequestRecord) => boolean) {
    for (let index = 0; index < queue.length; index++) {
      const sighting = queue[index]!
      const record = ownerOf(sighting)
      if (record && !isWanted(record)) continue
      queue.splice(index, 1)
      index--
      if (!record) continue
      const work = answer(record, sighting)
      return { record, job: work ? start(record.id, work) : Promise.resolve() }
    }
    return undefined
  }

  const isQueued = (id: Hex) => {
    const { depositAddress } = ledger.get(id).terms
    const isOnItsWay = depositAddress !== undefined && arrivals.isMoving(depositAddress)
    return isOnItsWay || lingering.has(id) || queue.some((sighting) => ownerOf(sighting)?.id === id)
  }
  const hasUrgent = () => [...accelerated].some((id) => ledger.get(id).status === 'waiting')

  function answerAll(isWanted: (record: RequestRecord) => boolean): void {
    while (answerNext(isWanted));
  }

  function acceptDeposit(deposit: Deposit): void {
    queue.push({ kind: 'deposit', deposit })
    if (!isPaused) answerAll(() => true)
  }

  /** Reads what is new on every chain into the queue. */
  function scan(): Promise<void> {
    scanning ??= Promise.all(chains.map(readNew))
      .then((found) => {
        queue.push(...found.flat())
      })
      .finally(() => {
        scanning = undefined
      })
    return scanning
  }

  async function readNew(chain: Chain): Promise<Sighting[]> {
    try {
      const from = seen.get(chain.id)!
      const head = await chain.client.getBlockNumber()
      if (head <= from) return []
      const watched = { depositAddresses: arrivals.addresses(), recipients: new Set(openSends.values()) }
      const found = await readSightings(chain, from + 1n, head, watched)
      // Blocks that were taken away meanwhile are not seen.
      if (seen.get(chain.id) !== from) return []
      seen.set(chain.id, head)
      return found
    } catch {
      return [] // A chain that does not answer is asked again.
    }
  }

  async function expire(): Promise<void> {
    if (performance.now() - expiredAt < expiryIntervalMs) return
    expiredAt = performance.now()
    await answers.expire().catch(() => undefined)
  }

  async function turn(): Promise<void> {
    if (isPaused && !hasUrgent()) return
    await scan()
    if (signal.aborted) return
    answerAll((record) => !isPaused || accelerated.has(record.id))
    gasless.settle(isQueued)
    if (!isPaused) await expire()
  }

  let turning: Promise<void> = Promise.resolve()
  async function watch(): Promise<void> {
    for (;;) {
      turning = turn()
      await turning
      await sleep(pollingIntervalMs, undefined, { signal })
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

  return {
    /** Stops looking for payments. Fills that have begun go on. */
    async pause(): Promise<void> {
      isPaused = true
      await turning
    },

    /** Looks again, also at what happened in between. */
    resume(): void {
      isPaused = false
    },

    /**
     * Answers one payment of what is there now, the first in order, and waits until that is done; for a solver that
     * pauses.
     *
     * @returns The id of the request, or undefined where nothing was to do.
     */
    async step(): Promise<Hex | undefined> {
      await scan()
      const next = answerNext(() => true)
      await next?.job
      gasless.settle(isQueued)
      return next?.record.id
    },

    /** Answers a payment on the venue, which names its order by its nonce. */
    acceptVenueTransfer(transfer: {
      orderId: Hex
      user: Address
      currency: Address
      amount: bigint
      txHash: Hash
    }): void {
      const { user, ...rest } = transfer
      acceptDeposit({ ...rest, from: user, chainId: mockProfile.venue.chainId })
    },

    /** Reads the chains now, and answers what is new, where the solver does not pause. */
    async look(): Promise<void> {
      if (!isPaused) await turn()
    },

    /** Fills a request at once, also while the solver pauses, or as soon as it is paid. */
    async accelerate({ id }: RequestRecord): Promise<void> {
      accelerated.add(id)
      await turn()
    },

    isAccelerated: (id: Hex): boolean => accelerated.has(id),

    /** The request of a deposit address; the first one, where it is open. */
    findOwner: (address: Address) => arrivals.ownerOf(address),

    /** Moves on what lies at a deposit address. @returns how much that was, in its smallest unit. */
    async reindex(record: RequestRecord, chainId: number, currency: Address): Promise<bigint> {
      const wallet = wallets.get(chainId)!
      const address = record.terms.depositAddress!
      await turn()
      // What was seen is moved on as it was seen, or will be.
      const isKnown = queue.some(
        (sighting) => sighting.kind === 'arrival' && isSame(sighting.address, address),
      )
      if (isKnown || arrivals.isMoving(address)) return 0n
      const amount = await arrivals.readBalance(wallet, address, currency)
      if (amount <= 0n) return 0n
      const arrival = { chainId, from: record.terms.user, currency, amount }
      await start(record.id, () => arrivals.moveOn(record, arrival, wallet))
      return amount
    },

    /** Pays out of the solver's account. */
    async pay({ chainId, ...payment }: { chainId: number; currency: Address; to: Address; amount: bigint }) {
      const result = await refund(wallets.get(chainId)!, payment)
      if ('txHash' in result) return result.txHash
      throw new Error(`The payment failed: ${result.refundFailReason}`)
    },

    /** Sends a call that somebody else pays for; see {@link createGasless}. */
    execute: gasless.execute,
    /** Takes the input by its user's signature; see {@link createPermits}. */
    submitPermit: permits.submit,

    async stop(): Promise<void> {
      stopped.abort()
      stopWatchingSends()
      reorganizer.stop()
      await Promise.all([watching, ...jobs])
    },
  }
}

function hashOf(sighting: Exclude<Sighting, { kind: 'arrival' }>): Hash {
  return sighting.kind === 'swap' ? sighting.txHash : sighting.deposit.txHash
}
