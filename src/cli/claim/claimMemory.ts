import type { Hex } from 'viem'
import type { GivenInbox } from './readInboxes.js'
import type { ClaimMemory, ClaimOutcome, Seen } from './types.js'

/** How long a refusal stays valid if neither the balance nor the orders change. */
const memoryMs = 60_000

/** Returns what is remembered of an inbox, with its balance now, if it is still valid. */
export function recall(
  memory: ClaimMemory,
  inboxHash: Hex,
  { balance, orders }: { balance: bigint; orders: string },
): ClaimOutcome | undefined {
  const before = memory.get(inboxHash)
  const isSame = before?.orders === orders && (before.balance ?? balance) === balance
  return before && isSame && Date.now() < before.untilMs ? { ...before.outcome, balance } : undefined
}

/** Names the orders of an inbox. */
export function nameOrders({ openers }: GivenInbox): string {
  return openers
    .map(({ evidence: { orderSignature, recipientProof } }) => `${orderSignature} ${recipientProof}`)
    .join()
}

/** Remembers an outcome for a minute. */
export function remember(memory: ClaimMemory, outcome: ClaimOutcome, seen: Seen): void {
  memory.set(outcome.inboxHash!, { outcome, ...seen, untilMs: Date.now() + memoryMs })
}
