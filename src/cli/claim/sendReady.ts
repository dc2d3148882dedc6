import { type Address, BaseError, type Hex, type PublicClient } from 'viem'
import type { InboxEvidence } from '../../contract/evidence.js'
import { readInboxBalances } from '../../contract/facts/readInboxBalances.js'
import { type ClaimResult, claimMany } from '../../contract/inbox/claimMany.js'
import { describeFault } from '../../contract/rpc/faults.js'
import { waitForReceipt } from '../../contract/rpc/waitForReceipt.js'
import { toBatches } from '../../contract/sendAggregated.js'
import type { Sender } from '../account/readSender.js'
import { nameOrders, remember } from './claimMemory.js'
import type { GivenInbox } from './readInboxes.js'
import type { ClaimInboxesParameters, ClaimOutcome } from './types.js'

/** How long the node has to show the transactions of the claims that it sent. */
const receiptMs = 10_000

type SendParameters = ClaimInboxesParameters & { sender: Sender }

/** Sends the claims that are ready, one batch after the other, and replaces the outcomes of their inboxes. */
export async function sendReady(
  client: PublicClient,
  parameters: SendParameters,
  ready: ReadonlyMap<Hex, InboxEvidence>,
  outcomes: Map<Hex, ClaimOutcome>,
): Promise<void> {
  const { inboxes, batcher } = parameters
  const parts = toBatches(
    inboxes.filter(({ inboxHash }) => ready.has(inboxHash)),
    batcher ? undefined : 1,
  )
  for (const [index, part] of parts.entries()) {
    try {
      await sendPart(client, parameters, part, ready, outcomes)
    } catch (error) {
      // The claims of the parts before it are reported.
      if (index === 0 || !(error instanceof BaseError)) throw error
      const reason = `The node failed, and what became of the claim is not known: ${describeFault(error)}`
      for (const { inboxHash } of parts.slice(index).flat())
        outcomes.set(inboxHash, { ...outcomes.get(inboxHash)!, status: 'waiting', reason })
      return
    }
  }
}

async function sendPart(
  client: PublicClient,
  { receiver, sender: { wallet, account }, batcher, maxGas, onSent, memory }: SendParameters,
  part: readonly GivenInbox[],
  ready: ReadonlyMap<Hex, InboxEvidence>,
  outcomes: Map<Hex, ClaimOutcome>,
): Promise<void> {
  const claims = part.map(({ inboxHash }) => ready.get(inboxHash)!)
  const batch = batcher ? { batcher } : { batchSize: 1 }
  const results = await claimMany(wallet, { receiver, claims, account, maxGas, onSent, ...batch })
  const after = await readAfter(client, part, results, batcher)
  for (const [index, { status, inboxHash: _, ...result }] of results.entries()) {
    const given = part[index]!
    const { inboxHash } = given
    const { balance: _before, ...known } = outcomes.get(inboxHash)!
    const balance = after.get(inboxHash)
    const now = { ...known, ...(balance !== undefined && { balance }), ...result }
    const isEnded = status === 'claimed' || (status === 'empty' && balance === 0n)
    const outcome = { ...now, status: isEnded ? status : 'waiting' } as const
    outcomes.set(inboxHash, outcome)
    // Otherwise a hook that burns gas would cost the keeper gas at each look.
    if (status === 'refused') remember(memory, outcome, { balance: undefined, orders: nameOrders(given) })
  }
}

/**
 * Reads the balances after the claims, in their last block: another node that answers may be behind. A balance is absent if the
 * node fails, because the claims were made anyway.
 */
async function readAfter(
  client: PublicClient,
  inboxes: readonly GivenInbox[],
  results: readonly ClaimResult[],
  batcher: Address | undefined,
): Promise<ReadonlyMap<Hex, bigint | undefined>> {
  try {
    const sent = [...new Set(results.flatMap(({ transaction }) => transaction ?? []))]
    const receipts = await Promise.all(
      sent.map((hash) => waitForReceipt(client, { hash, timeout: receiptMs })),
    )
    const blocks = receipts.map(({ blockNumber }) => blockNumber)
    const last = blocks.reduce<bigint>((most, block) => (block > most ? block : most), 0n)
    const blockNumber = last > 0n ? last : (await client.getBlock()).number
    return await readInboxBalances(client, inboxes, { batcher, blockNumber })
  } catch (error) {
    if (error instanceof BaseError) return new Map()
    throw error
  }
}
