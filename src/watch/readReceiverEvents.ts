import { type Address, BaseError, type Hash, type PublicClient, parseEventLogs } from 'viem'
import { isRateLimited, isTimeout, isUnanswered } from '../contract/rpc/faults.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { isTooLarge } from './createPeer.js'

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

/** Reads receivers' events, unless the node refuses so many blocks at once, or takes too long for them. */
export async function readReceiverEvents(
  client: PublicClient,
  { receivers, ...range }: EventRange,
): Promise<ReceiverLog[] | 'refused' | 'late'> {
  const events = attestedOrderReceiverAbi.filter(
    (item) => item.type === 'event' && (eventNames as readonly string[]).includes(item.name),
  )
  const logs = await client
    .getLogs({ address: [...receivers], events, ...range })
    .catch((error: unknown) => explainRefusal(error, range))
  if (typeof logs === 'string') return logs
  return parseEventLogs({ abi: events, logs, strict: true }).map(
    ({ address, eventName, args, blockNumber, blockHash, transactionHash, logIndex }) => ({
      name: eventName as ReceiverLog['name'],
      receiver: address,
      args: args as Record<string, unknown>,
      blockNumber,
      blockHash,
      transactionHash,
      logIndex,
    }),
  )
}

/** Returns why fewer blocks may help. @throws what fewer blocks do not mend */
function explainRefusal(
  error: unknown,
  { fromBlock, toBlock }: Pick<EventRange, 'fromBlock' | 'toBlock'>,
): 'refused' | 'late' {
  if (fromBlock === toBlock) throw error
  // Too many blocks may also be why there is no answer in time.
  if (isTimeout(error)) return 'late'
  const isLarge = error instanceof BaseError && error.walk(isTooLarge) !== null
  if (!isLarge && (isUnanswered(error) || isRateLimited(error))) throw error
  return 'refused'
}
