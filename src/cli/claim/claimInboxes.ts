import { type Hex, type PublicClient, zeroAddress } from 'viem'
import type { InboxEvidence } from '../../contract/evidence.js'
import type { FillFailure } from '../../contract/facts/failures.js'
import { readInboxBalances } from '../../contract/facts/readInboxBalances.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { describeRefusal } from '../../contract/rpc/faults.js'
import { nameOrders, recall, remember } from './claimMemory.js'
import type { GivenInbox, Opener } from './readInboxes.js'
import { sendReady } from './sendReady.js'
import type { ClaimInboxesParameters, ClaimOutcome } from './types.js'

/** The most inboxes that are inspected at the same time. */
const concurrency = 8

/**
 * Reads the balances of all inboxes at one block, and claims those that can be claimed.
 *
 * - If there are several orders for one inbox, uses the first order that the receiver accepts. One order is enough.
 *
 * @returns The outcome of each inbox, by its hash. viem's errors are thrown as they are.
 */
export async function claimInboxes(
  client: PublicClient,
  parameters: ClaimInboxesParameters,
): Promise<Map<Hex, ClaimOutcome>> {
  const { inboxes, sender, batcher, memory } = parameters
  const block = await client.getBlock()
  const balances = await readInboxBalances(client, inboxes, { batcher, blockNumber: block.number })
  const outcomes = new Map<Hex, ClaimOutcome>()
  const ready = new Map<Hex, InboxEvidence>()
  const full = inboxes.filter((given) => balances.get(given.inboxHash) !== 0n)
  for (let first = 0; first < full.length; first += concurrency) {
    const part = full.slice(first, first + concurrency)
    await Promise.all(part.map((given) => judge(given, balances.get(given.inboxHash))))
  }
  for (const given of inboxes) {
    if (!outcomes.has(given.inboxHash))
      outcomes.set(given.inboxHash, { status: 'empty', ...about(given, 0n) })
  }
  if (sender && ready.size > 0) await sendReady(client, { ...parameters, sender }, ready, outcomes)
  return outcomes

  async function judge(given: GivenInbox, balance: bigint | undefined): Promise<void> {
    const { inboxHash, terms, missing } = given
    const known = about(given, balance)
    if (balance === undefined) {
      const reason = `The token ${terms.token} does not answer.`
      outcomes.set(inboxHash, { status: 'unreadable', ...known, reason })
      return
    }
    const orders = nameOrders(given)
    const before = recall(memory, inboxHash, { balance, orders })
    if (before) {
      outcomes.set(inboxHash, before)
      return
    }
    const found = await findOpener(client, parameters, given, block.timestamp)
    if ('refusal' in found) {
      const reason = `The node can not simulate the claim: ${found.refusal}`
      outcomes.set(inboxHash, { status: 'unreadable', ...known, reason })
    } else if ('evidence' in found) {
      ready.set(inboxHash, found.evidence)
      outcomes.set(inboxHash, { status: 'claimable', ...known })
    } else {
      const why = found.failures.length > 0 ? describe(found.failures) : { missing }
      const outcome = { status: 'waiting', ...known, ...why } as const
      outcomes.set(inboxHash, outcome)
      remember(memory, outcome, { balance, orders })
    }
  }
}

/** Finds an order that opens the inbox now. If there is none, returns why the order with the latest deadline fails. */
async function findOpener(
  client: PublicClient,
  { receiver, sender }: ClaimInboxesParameters,
  { openers, terms: { claimer } }: GivenInbox,
  now: bigint,
): Promise<{ evidence: InboxEvidence } | { failures: FillFailure[] } | { refusal: string }> {
  // An expired order opens nothing. If all orders are expired, the first one gives the reason.
  const open = openers.filter(({ deadline }) => BigInt(deadline) >= now)
  const tried: readonly Opener[] = open.length > 0 ? open : openers.slice(0, 1)
  const payer = sender?.address ?? (claimer === zeroAddress ? undefined : claimer)
  let failures: FillFailure[] | undefined
  let refusal: string | undefined
  for (const { evidence } of tried) {
    try {
      const inspected = await inspectFill(client, { receiver, ...evidence, payer })
      if (inspected.ok) return { evidence }
      failures ??= inspected.failures
    } catch (error) {
      // One hostile token, hook or order must not stop the others, nor a node that reverts the receiver's views for a while.
      const described = describeRefusal(error)
      refusal ??= described
    }
  }
  return failures || refusal === undefined ? { failures: failures ?? [] } : { refusal }
}

function about({ inboxHash, inbox, terms }: GivenInbox, balance: bigint | undefined) {
  const { token, recipient, claimer } = terms
  const only = claimer !== zeroAddress && { claimer }
  return { inboxHash, inbox, token, recipient, ...only, ...(balance !== undefined && { balance }) }
}

function describe(failures: readonly FillFailure[]): Pick<ClaimOutcome, 'failing' | 'reason' | 'remedy'> {
  const [{ message: reason, remedy }] = failures as [FillFailure]
  return { failing: [...new Set(failures.map(({ check }) => check))], reason, remedy }
}
