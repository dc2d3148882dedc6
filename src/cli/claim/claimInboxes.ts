import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'
import type { InboxEvidence } from '../../contract/evidence.js'
import type { FillFailure } from '../../contract/facts/failures.js'
import { readInboxBalances } from '../../contract/facts/readInboxBalances.js'
import { claimMany } from '../../contract/inbox/claimMany.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { describeRefusal } from '../../contract/rpc/faults.js'
import type { EvidencePart } from '../../report/receiver/judgeEvidence.js'
import type { FillCheck } from '../../rules/accepts/checks.js'
import type { Sender } from '../account/readSender.js'
import type { GivenInbox, Opener } from './readInboxes.js'

/** The state of one inbox after a look at it. Amounts are in the smallest unit of `token`. */
export type ClaimOutcome = {
  /**
   * `claimed`: this look claimed the inbox. `claimable`: a claim would succeed, but nothing was sent. `waiting`: money is in the
   * inbox, but no claim succeeds. `empty`: the balance is 0. `unreadable`: the entry of the list or the balance can't be read, or
   * the node can't simulate the claim.
   */
  status: 'claimed' | 'claimable' | 'waiting' | 'empty' | 'unreadable'
  inboxHash?: Hex
  inbox?: Address
  token?: Address
  recipient?: Address
  /** The only account that may claim. Absent if anyone may. */
  claimer?: Address
  /** The balance of the inbox after this look. It does not count as paid: until a claim, `refundTo` can take it. */
  balance?: bigint
  credited?: bigint
  id?: Hex
  transaction?: Hex
  missing?: EvidencePart[]
  /** The checks that fail for the order with the latest deadline. */
  failing?: FillCheck[]
  reason?: string
  remedy?: string
}

export type ClaimInboxesParameters = {
  receiver: Address
  inboxes: readonly GivenInbox[]
  /** Undefined for a dry run. */
  sender: Sender | undefined
  /** Sends several claims in one transaction, and reads balances. Undefined if the chain has none. */
  batcher: Address | undefined
  /** The most gas that one claim may use. */
  maxGas?: bigint | undefined
  onSent(transaction: Hex): void
  memory: ClaimMemory
}

/** The inboxes that could not be claimed at an earlier look. A later look does not inspect them again too soon. */
export type ClaimMemory = Map<
  Hex,
  { outcome: ClaimOutcome; balance: bigint; orders: string; untilMs: number }
>

type Seen = { balance: bigint; orders: string }

/** How long a refusal stays valid if neither the balance nor the orders change. */
const memoryMs = 60_000

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
  const { receiver, inboxes, sender, batcher, maxGas, onSent, memory } = parameters
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
  if (sender && ready.size > 0) await send(sender)
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
    const before = memory.get(inboxHash)
    if (before && before.balance === balance && before.orders === orders && Date.now() < before.untilMs) {
      outcomes.set(inboxHash, before.outcome)
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

  async function send({ wallet, account }: Sender): Promise<void> {
    const sent = inboxes.filter(({ inboxHash }) => ready.has(inboxHash))
    const claims = sent.map(({ inboxHash }) => ready.get(inboxHash)!)
    const batch = batcher ? { batcher } : { batchSize: 1 }
    const results = await claimMany(wallet, { receiver, claims, account, maxGas, onSent, ...batch })
    const { number: blockNumber } = await client.getBlock()
    const after = await readInboxBalances(client, sent, { batcher, blockNumber })
    for (const [index, { status, inboxHash: _, ...result }] of results.entries()) {
      const given = sent[index]!
      const { inboxHash } = given
      const before = outcomes.get(inboxHash)!
      const balance = after.get(inboxHash)
      const now = { ...before, ...(balance !== undefined && { balance }), ...result }
      const isEnded = status === 'claimed' || (status === 'empty' && balance === 0n)
      const outcome = { ...now, status: isEnded ? status : 'waiting' } as const
      outcomes.set(inboxHash, outcome)
      // Otherwise a hook that burns gas would cost the keeper gas at each look.
      if (status === 'refused' && balance !== undefined)
        remember(memory, outcome, { balance, orders: nameOrders(given) })
    }
  }
}

function nameOrders({ openers }: GivenInbox): string {
  return openers
    .map(({ evidence: { orderSignature, recipientProof } }) => `${orderSignature} ${recipientProof}`)
    .join()
}

function remember(memory: ClaimMemory, outcome: ClaimOutcome, seen: Seen): void {
  memory.set(outcome.inboxHash!, { outcome, ...seen, untilMs: Date.now() + memoryMs })
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
