import type { Chain } from '../chains/chain.js'
import { expireRequests } from './expireRequests.js'
import type { ObservedPayment } from './observedPayments.js'
import { answerAll, isQueued } from './queue.js'
import { readPayments } from './readPayments.js'
import type { SolverState } from './state.js'

/** Requests that wait too long are looked for this often. */
const expiryIntervalMs = 200

export function createPoll(state: SolverState) {
  let scanning: Promise<void> | undefined
  let expiredAt = 0

  /** Reads what is new on every chain into the queue. */
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

  /** Scans the chains and answers what is new. */
  async function poll(): Promise<void> {
    const { ledger, accelerated, gasless, signal } = state
    const hasUrgent = [...accelerated].some((id) => ledger.find(id)?.status === 'waiting')
    if (state.isPaused && !hasUrgent) return
    await scan()
    if (signal.aborted) return
    answerAll(state, ({ id }) => !state.isPaused || accelerated.has(id))
    gasless.settle((id) => isQueued(state, id))
    if (state.isPaused || performance.now() - expiredAt < expiryIntervalMs) return
    expiredAt = performance.now()
    await expireRequests(state).catch(() => undefined)
  }

  return { scan, poll }
}

async function readNewPayments(
  { lastBlocks, sweeper, openSends }: SolverState,
  chain: Chain,
): Promise<ObservedPayment[]> {
  try {
    const last = lastBlocks.get(chain.id)!
    const head = await chain.client.getBlockNumber()
    if (head <= last) return []
    const watched = { depositAddresses: sweeper.addresses(), recipients: new Set(openSends.values()) }
    const found = await readPayments(chain, last + 1n, head, watched)
    // A reorganization took the blocks away in the meantime.
    if (lastBlocks.get(chain.id) !== last) return []
    lastBlocks.set(chain.id, head)
    return found
  } catch {
    return [] // A chain that does not answer is asked again.
  }
}
