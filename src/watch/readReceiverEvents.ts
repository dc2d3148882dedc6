import {
  type Address,
  formatLog,
  getAbiItem,
  type Hash,
  type Hex,
  HttpRequestError,
  hexToBytes,
  isHash,
  keccak256,
  type Log,
  type PublicClient,
  parseEventLogs,
  type RpcLog,
  toEventSelector,
} from 'viem'
import { getLogs } from 'viem/actions'
import { readFault } from '../contract/rpc/faults.js'
import { type BlockRange, shrinkReason } from '../contract/rpc/readPages.js'
import { askOf } from '../contract/rpc/withRequest.js'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'

const eventNames = ['FillAccepted', 'FillAuthorized', 'PaymentReturned', 'InboxRefunded'] as const
const events = eventNames.map((name) =>
  name === 'InboxRefunded'
    ? getAbiItem({ abi: inboxReceiverAbi, name })
    : getAbiItem({ abi: attestedOrderReceiverAbi, name }),
)
const topics = events.map((event) => toEventSelector(event))

export type ReceiverLog = {
  name: (typeof eventNames)[number]
  receiver: Address
  args: Record<string, unknown>
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
}

export type EventRange = BlockRange & { receivers: readonly Address[] }

/** Some receivers, and the block whose events of these receivers are read. */
export type EventBlock = { receivers: readonly Address[]; block: { number: bigint; hash: Hash } }

/**
 * Reads receivers' events in the chain's order, each once. Returns `refused` if the node refuses that many blocks at once,
 * and `late` if it takes too long.
 *
 * @param isLimitRange - Whether to take a limit of requests as a refusal of the range. Some nodes report such a refusal this
 * way.
 * @throws viem's error if the node does not answer. Also throws such an error if an event can't be read or belongs to another
 * range.
 */
export async function readReceiverEvents(
  client: PublicClient,
  { receivers, ...range }: EventRange,
  isLimitRange = false,
): Promise<ReceiverLog[] | 'refused' | 'late'> {
  const query = { address: [...receivers], events, ...range }
  const found = await getLogs(client, query).catch((error: unknown) => {
    const reason = shrinkReason(error, range.toBlock - range.fromBlock + 1n)
    // The chain's other nodes may have no limit.
    if (reason === undefined || (reason === 'limited' && !isLimitRange)) throw error
    return reason === 'late' ? reason : 'refused'
  })
  return typeof found === 'string' ? found : parseLogs(found, { receivers, ...range })
}

/** Reads the events of one block by its hash: a node without the block can't answer. */
export async function readBlockEvents(
  client: PublicClient,
  { receivers, block }: EventBlock,
): Promise<ReceiverLog[] | 'missing'> {
  const query = { address: [...receivers], events, blockHash: block.hash }
  const found = await getLogs(client, query).catch(missingWhenBehind)
  return found === 'missing' ? found : parseBlockLogs(found, { receivers, block })
}

/**
 * Reads the events of one block from the receipts of all its transactions.
 *
 * @throws viem's error if the node does not return receipts by block, as some nodes don't.
 */
export async function readReceiptEvents(
  client: PublicClient,
  { receivers, block }: EventBlock,
): Promise<ReceiverLog[] | 'missing'> {
  const found = await askOf(client)({ method: 'eth_getBlockReceipts', params: [block.hash] }).catch(
    missingWhenBehind,
  )
  if (found === null || found === 'missing') return 'missing'
  const logs = (found as { logs: RpcLog[] }[])
    .flatMap(({ logs }) => logs)
    .filter(({ topics: [topic] }) => topics.includes(topic as Hex))
  return parseBlockLogs(
    logs.map((log) => formatLog(log)),
    { receivers, block },
  )
}

/** Whether a block's bloom filter allows events of the receivers. The filters of busy blocks allow nearly everything. */
export function mayHaveEvents(bloom: Hex, receivers: readonly Address[]): boolean {
  const bytes = hexToBytes(bloom)
  const has = (item: Hex) => {
    const hash = hexToBytes(keccak256(item))
    return [0, 2, 4].every((at) => {
      const bit = ((hash[at]! << 8) | hash[at + 1]!) % 2048
      return (bytes[bytes.length - 1 - (bit >> 3)]! & (1 << (bit & 7))) !== 0
    })
  }
  return receivers.some(has) && topics.some(has)
}

function missingWhenBehind(error: unknown): 'missing' {
  if (readFault(error) === 'behind') return 'missing'
  throw error
}

function parseBlockLogs(logs: readonly Log[], { receivers, block }: EventBlock): ReceiverLog[] {
  const read = parseLogs(logs, { receivers, fromBlock: block.number, toBlock: block.number })
  if (read.some(({ blockHash }) => blockHash !== block.hash)) throw unreadable('eth_getLogs')
  return read
}

function parseLogs(found: readonly Log[], { receivers, ...range }: EventRange): ReceiverLog[] {
  const accounts = new Set(receivers.map((receiver) => receiver.toLowerCase()))
  const logs = found.filter(({ address }) => accounts.has(address.toLowerCase()))
  const parsed = parseEventLogs({ abi: events, logs, strict: true })
  // `parseEventLogs` leaves out events that it can't decode.
  if (parsed.length < logs.length) throw unreadable('eth_getLogs')
  const read = parsed.map(
    ({ address, eventName, args, blockNumber, blockHash, transactionHash, logIndex, removed }) => {
      const isInRange = blockNumber !== null && blockNumber >= range.fromBlock && blockNumber <= range.toBlock
      const isPlaced =
        isHash(blockHash ?? '') && isHash(transactionHash ?? '') && Number.isSafeInteger(logIndex)
      if (!isInRange || !isPlaced || removed) throw unreadable('eth_getLogs')
      return {
        name: eventName as ReceiverLog['name'],
        receiver: address,
        args: args as Record<string, unknown>,
        blockNumber,
        // The hashes are compared with the hashes of blocks.
        blockHash: blockHash!.toLowerCase() as Hash,
        transactionHash: transactionHash!.toLowerCase() as Hash,
        logIndex: logIndex!,
      }
    },
  )
  return sortLogs(read)
}

/** Puts logs into the chain's order, each once. */
export function sortLogs(logs: readonly ReceiverLog[]): ReceiverLog[] {
  const places = new Map(logs.map((log) => [placeOf(log), log]))
  return [...places.values()].sort(
    (one, other) => Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex,
  )
}

export function placeOf({ blockHash, logIndex }: Pick<ReceiverLog, 'blockHash' | 'logIndex'>): string {
  return `${blockHash} ${logIndex}`
}

/** Creates the error for an unreadable answer, which is treated like no answer. */
export function unreadable(method: string): HttpRequestError {
  return new HttpRequestError({
    body: { method },
    details: `the answer to ${method} can't be read.`,
    url: '',
  })
}
