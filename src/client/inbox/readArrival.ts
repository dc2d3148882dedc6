import { type Client, type Hash, isAddressEqual } from 'viem'
import { getBlock, getBlockNumber, readContract } from 'viem/actions'
import { readBalance } from '../../contract/facts/readBalance.js'
import { inboxReceiverAbi as abi } from '../../generated/abi/inboxReceiver.js'
import { type InboxCall, type QuotedInboxCall, readCallTerms, readLeast } from './inboxCall.js'
import { readClaim, readEventsSinceQuote } from './inboxEvents.js'

/** The money that came into an inbox since its quote was requested. Nothing shows who sent it. */
export type Arrival = {
  /** The block of these values. */
  block: bigint
  blockHash: Hash
  /** The balance of the inbox, in the smallest unit. */
  balance: bigint
  /**
   * The least that came: what lies there, and what was claimed and refunded, less what lay there at the quote. What was refunded
   * before enough had come does not count.
   */
  came: bigint
}

/**
 * Reads what came into an inbox since its quote was requested, whatever the service says.
 *
 * - Trust: the node.
 *
 * @throws viem's error if the node does not answer.
 */
export async function readArrival(client: Client, call: QuotedInboxCall): Promise<Arrival> {
  const { token } = readCallTerms(call)
  const { receiver, inbox, quotedBalance } = call
  const { number: block, hash: blockHash } = await getBlock(client)
  const [balance, events] = await Promise.all([
    readBalance({ client, blockNumber: block }, token, inbox),
    readEventsSinceQuote(client, call, block),
  ])
  let gone = -BigInt(quotedBalance!)
  for (const { eventName, args, transactionHash } of events) {
    if (eventName === 'InboxClaimed') {
      gone += (await readClaim(client, { receiver, id: args.id, transactionHash })).claim.credited
    } else if (isAddressEqual(args.token, token)) {
      gone += args.amount
      if (gone < readLeast(call)) gone = 0n
    }
  }
  return { block, blockHash, balance, came: balance + gone }
}

/** Reads the balance of an inbox and the number of its claims, at the end of the newest block. */
export async function readState(client: Client, call: InboxCall) {
  const { receiver: address, inbox, inboxHash } = call
  const { token } = readCallTerms(call)
  const blockNumber = await getBlockNumber(client, { cacheTime: 0 })
  const [balance, claims] = await Promise.all([
    readBalance({ client, blockNumber }, token, inbox),
    readContract(client, { abi, address, blockNumber, functionName: 'claims', args: [inboxHash] }),
  ])
  return { blockNumber, balance, claims }
}
