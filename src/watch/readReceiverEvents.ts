import { type Address, type Hash, HttpRequestError, isHash, type PublicClient, parseEventLogs } from 'viem'
import { shrinkReason } from '../contract/rpc/readPages.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'

const eventNames = ['FillAccepted', 'FillAuthorized', 'PaymentReturned'] as const

export type ReceiverLog = {
  name: (typeof eventNames)[number]
  receiver: Address
  args: Record<string, unknown>
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

export type EventRange = { receivers: readonly Address[]; fromBlock: bigint; toBlock: bigint }

/**
 * Reads receivers' events in the chain's order, each once, unless the node refuses so many blocks at once, or takes too
 * long for them.
 *
 * @param isLimitRange - Whether a limit of requests counts as a refusal of the range, which it may be.
 * @throws viem's error of a node that did not answer, where one of them can't be read or is of another range
 */
export async function readReceiverEvents(
  client: PublicClient,
  { receivers, ...range }: EventRange,
  isLimitRange = false,
): Promise<ReceiverLog[] | 'refused' | 'late'> {
  const events = attestedOrderReceiverAbi.filter(
    (item) => item.type === 'event' && (eventNames as readonly string[]).includes(item.name),
  )
  const found = await client
    .getLogs({ address: [...receivers], events, ...range })
    .catch((error: unknown) => {
      const reason = shrinkReason(error, range.toBlock - range.fromBlock + 1n)
      // The chain's other nodes may have no limit.
      if (reason === undefined || (reason === 'limited' && !isLimitRange)) throw error
      return reason === 'late' ? reason : 'refused'
    })
  if (typeof found === 'string') return found
  const accounts = new Set(receivers.map((receiver) => receiver.toLowerCase()))
  const logs = found.filter(({ address }) => accounts.has(address.toLowerCase()))
  const parsed = parseEventLogs({ abi: events, logs, strict: true })
  // It would leave out what it can't decode.
  if (parsed.length < logs.length) throw unreadable('eth_getLogs')
  const read = parsed.map(
    ({ address, eventName, args, blockNumber, blockHash, transactionHash, logIndex, removed }) => {
      const isInRange = blockNumber >= range.fromBlock && blockNumber <= range.toBlock
      const isPlaced = isHash(blockHash) && isHash(transactionHash) && Number.isSafeInteger(logIndex)
      if (!isInRange || !isPlaced || removed) throw unreadable('eth_getLogs')
      return {
        name: eventName as ReceiverLog['name'],
        receiver: address,
        args: args as Record<string, unknown>,
        blockNumber,
        // They are compared with those of blocks.
        blockHash: blockHash.toLowerCase() as Hash,
        transactionHash: transactionHash.toLowerCase() as Hash,
        logIndex,
      }
    },
  )
  const places = new Map(read.map((log) => [`${log.blockHash} ${log.logIndex}`, log]))
  return [...places.values()].sort(
    (one, other) => Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex,
  )
}

/** An answer that can't be read is a node that did not answer. */
export function unreadable(method: string): HttpRequestError {
  return new HttpRequestError({
    body: { method },
    details: `the answer to ${method} can't be read.`,
    url: '',
  })
}
