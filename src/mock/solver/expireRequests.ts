import type { MockClock } from '../clock.js'
import type { LedgerRequest } from '../ledger.js'
import type { SolverState } from './state.js'

/** Fails the requests that have waited too long. A later payment is sent back. */
export async function expireRequests({ ledger, clock, wallets }: SolverState): Promise<void> {
  const secondsOf = new Map<number, number>()
  for (const record of ledger.list()) {
    const { id, status, terms } = record
    if (status !== 'waiting') continue
    if (isPastTtl(clock, record)) {
      ledger.move(id, 'failure', { failReason: 'TTL_EXPIRED' })
      continue
    }
    const chainId = terms.destinationChainId
    const now = secondsOf.get(chainId) ?? (await clock.chainSeconds(wallets.get(chainId)?.chain))
    secondsOf.set(chainId, now)
    if (now > terms.orderData.output.deadline && ledger.find(id)?.status === 'waiting') {
      ledger.move(id, 'failure', { failReason: 'PROTOCOL_DEADLINE_EXPIRED' })
    }
  }
}

export function isPastTtl(clock: MockClock, { terms: { expiresAt } }: LedgerRequest): boolean {
  return expiresAt !== undefined && clock.now() / 1000 > expiresAt
}
