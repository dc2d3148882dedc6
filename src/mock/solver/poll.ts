import type { Chain } from '../chains/chain.js'
import { expireRequests } from './expireRequests.js'
import type { ObservedPayment } from './observedPayments.js'
import { answerAll, chainOf, hashOf, isQueued } from './queue.js'
import { readPayments } from './readPayments.js'
import type { SolverState } from './state.js'

/** How often to look for requests that have waited too long. */
const expiryIntervalMs = 200

export function createPoll(state: SolverState) {
  let scanning: Promise<void> | undefined
  let expiredAt = 0

  function scan(): Promise<void> {
    scanning ??= Promise.all(state.chains.map((chain) => readNewPayments(state, chain)))
      .then((found) => {
        state.queue.push(...found.flat())
      })
      .finally(() => {
        scanning = undefined
      })
    return scanning
  }

  /** Scans the chains and answers new payments. */
  async function poll(): Promise<void> {
    const { ledger, accelerated, gasless, lifetime } = state
    const { signal } = lifetime
    if (state.isHeld) return
    const hasUrgent = [...accelerated].some((id) => ledger.find(id)?.status === 'waiting')
    if (state.isPaused && !hasUrgent) return
    await scan()
    if (signal.aborted || state.isHeld) return
    answerAll(state, ({ id }) => !state.isPaused || accelerated.has(id))
    gasless.settle((id) => isQueued(state, id))
    if (state.isPaused || performance.now() - expiredAt < expiryIntervalMs) return
    expiredAt = performance.now()
    await expireRequests(state).catch(() => undefined)
  }

  return { scan, poll }
}

async function readNewPayments(state: SolverState, chain: Chain): Promise<ObservedPayment[]> {
  const { heads, sweeper, openSends } = state
  try {
    const last = heads.last(chain.id)
    const { number, hash, parentHash } = await chain.client.getBlock()
    if (number === last.number && (hash === last.hash || last.hash === undefined)) return []
    const isNext = number === last.number + 1n && parentHash === last.hash
    const hasFork = !isNext && (await heads.rewindToFork(chain))
    if (hasFork) await dropGonePayments(state, chain)
    const from = heads.last(chain.id)
    if (number <= from.number) return []
    const watched = { depositAddresses: sweeper.addresses(), recipients: new Set(openSends.values()) }
    const found = await readPayments(chain, from.number + 1n, number, watched)
    // A reorganization removed the blocks in the meantime.
    if (heads.last(chain.id) !== from) return []
    heads.add(chain.id, { number, hash })
    return hasFork ? withoutAnswered(state, found) : found
  } catch {
    return [] // The next poll tries the chain again.
  }
}

/** Drops unanswered payments of removed blocks. Later scans read them again if they are in a new block. */
async function dropGonePayments(state: SolverState, { id, client }: Chain): Promise<void> {
  const { queue, heads } = state
  for (const payment of [...queue]) {
    if (chainOf(state, payment) !== id) continue
    const receipt = await client.getTransactionReceipt({ hash: hashOf(payment) }).catch(() => undefined)
    const isKept = receipt && receipt.blockNumber <= heads.last(id).number
    if (!isKept) queue.splice(queue.indexOf(payment), 1)
  }
}

/** Omits payments that were already answered. After a fork their blocks are read again. */
function withoutAnswered({ ledger }: SolverState, payments: ObservedPayment[]): ObservedPayment[] {
  const answered = new Set(
    ledger
      .list()
      .flatMap(({ inTxHashes, depositAddressPayment, details }) => [
        ...inTxHashes,
        ...(depositAddressPayment ? [depositAddressPayment.txHash] : []),
        ...(details?.doubleSpends ?? []).map(({ inTxHash }) => inTxHash),
      ]),
  )
  return payments.filter((payment) => !answered.has(hashOf(payment)))
}
