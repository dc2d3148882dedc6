import type { Client, Hash, TransactionReceipt } from 'viem'
import { getContractEvents, getTransactionReceipt, readContract } from 'viem/actions'
import type { InboxClaimedEvent, InboxRefundedEvent } from '../../contract/inbox/parseInboxEvents.js'
import { parseFillAccepted } from '../../contract/parseFillEvents.js'
import { readLogs } from '../../contract/rpc/readLogs.js'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import type { InboxCall } from './inboxCall.js'
import type { InboxClaim } from './types.js'

/** A claim or a refund of an inbox. */
export type InboxEvent = InboxClaimedEvent | InboxRefundedEvent

/** Reads the claims and refunds of an inbox in a range of blocks, the oldest first. */
export async function readEvents(
  client: Client,
  { receiver, inboxHash }: Pick<InboxCall, 'receiver' | 'inboxHash'>,
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<InboxEvent[]> {
  const query = { abi, address: receiver, strict: true } as const
  const events = await readLogs(client, range, async (once, page): Promise<InboxEvent[]> => {
    const [claimed, refunded] = await Promise.all([
      getContractEvents(once, { ...query, ...page, eventName: 'InboxClaimed', args: { inboxHash } }),
      getContractEvents(once, { ...query, ...page, eventName: 'InboxRefunded', args: { inboxHash } }),
    ])
    return [...claimed, ...refunded]
  })
  return events.sort((one, other) => {
    const blocks = Number(one.blockNumber - other.blockNumber)
    return blocks === 0 ? one.logIndex - other.logIndex : blocks
  })
}

/**
 * Reads the claims and refunds of an inbox since its quote was requested, the oldest first.
 *
 * - A reorganization may move a claim of earlier money behind the quote. It is left out, by the number of claims at the quote.
 *
 * @throws an error if the node lacks the events of claims that the receiver counted.
 */
export async function readEventsSinceQuote(
  client: Client,
  call: Pick<InboxCall, 'receiver' | 'inboxHash' | 'quotedAtBlock' | 'quotedClaims'>,
  toBlock: bigint,
): Promise<InboxEvent[]> {
  const { receiver: address, inboxHash, quotedAtBlock, quotedClaims } = call
  const counter = { abi, address, blockNumber: toBlock, functionName: 'claims', args: [inboxHash] } as const
  const [events, count] = await Promise.all([
    readEvents(client, call, { fromBlock: BigInt(quotedAtBlock!) + 1n, toBlock }),
    readContract(client, counter),
  ])
  const claims = events.filter(({ eventName }) => eventName === 'InboxClaimed')
  const earlier = claims.length - Number(count - BigInt(quotedClaims!))
  if (earlier < 0)
    throw new Error(`The node lacks the events of ${-earlier} claims of the inbox ${inboxHash}.`)
  const moved = new Set(claims.slice(0, earlier))
  return events.filter((event) => !moved.has(event))
}

/** Reads the amount that a claim credited, from the receipt of its transaction. */
export async function readClaim(
  client: Client,
  {
    receiver,
    id,
    transactionHash: hash,
  }: { receiver: InboxCall['receiver']; id: Hash; transactionHash: Hash },
): Promise<{ claim: InboxClaim; receipt: TransactionReceipt }> {
  const receipt = await getTransactionReceipt(client, { hash })
  const accepted = parseFillAccepted({ receiver, receipt }).find(({ args }) => args.id === id)
  const { transactionHash: transaction } = receipt
  if (!accepted) throw new Error(`The receipt of ${transaction} has no FillAccepted for the claim ${id}.`)
  return { claim: { id, credited: accepted.args.amount, transaction }, receipt }
}
