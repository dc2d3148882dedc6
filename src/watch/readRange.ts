import { zeroHash } from 'viem'
import type { ConnectedChain } from './chain.js'
import type { Header } from './readHeader.js'
import { type ReadPaymentParameters, readPayment } from './readPayment.js'
import type { EventRange, ReceiverLog } from './readReceiverEvents.js'
import type { AuthorizationEvent, FillEvent, KeptBlock } from './types.js'

export type Range = { logs: ReceiverLog[]; times: ReadonlyMap<string, number>; last: Header }

type Chain = Pick<ConnectedChain, 'readBlock' | 'readEvents' | 'readBlockEvents'>

export type RangeContext = {
  chain: Chain
  /** The times of blocks, by hash. Times are added as they are read, so that an interrupted range does not read them again. */
  times: Map<string, number>
  /** Called after the times of further blocks were read. */
  onTime(): void
  /** Called with the number of a block that is accepted although its parent hash is zero. */
  onOrphan(number: bigint): void
}

/** The number of blocks that are read at the same time, because a faraway node answers slowly. */
export const blocksAtOnce = 8

/**
 * Reads receivers' events of a range that follows the block `previous`.
 *
 * @returns `changed` if the blocks do not fit together or the node lacks one, `refused` if the node refuses so many blocks at
 * once, `late` if it takes too long.
 */
export async function readRange(
  context: RangeContext,
  range: EventRange,
  previous: KeptBlock | undefined,
): Promise<Range | 'changed' | 'refused' | 'late'> {
  const { chain, times, onTime } = context
  const found = await chain.readEvents(range)
  if (found === 'missing') return 'changed'
  if (typeof found === 'string') return found
  // Read the first block after the events: if the events are of a new branch, this block does not follow the stored ones.
  const first = await chain.readBlock({ number: range.fromBlock })
  if (!first || !(await follows(context, first, previous))) return 'changed'
  const { logs, last } = found
  times.set(last.hash, last.timestamp)
  const unknown = [...new Set(logs.map(({ blockHash }) => blockHash))].filter((hash) => !times.has(hash))
  for (let at = 0; at < unknown.length; at += blocksAtOnce) {
    const hashes = unknown.slice(at, at + blocksAtOnce)
    const blocks = await Promise.all(hashes.map((hash) => chain.readBlock({ hash })))
    for (const block of blocks) if (block) times.set(block.hash, block.timestamp)
    if (blocks.includes(null)) return 'changed'
    onTime()
  }
  return { logs, times, last }
}

/** Reads a range like {@link readRange}, but each block by its hash. A node can't answer for a block that it lacks. */
export async function readBlocks(
  context: RangeContext,
  { receivers, fromBlock, toBlock }: EventRange,
  previous: KeptBlock | undefined,
): Promise<Range | 'changed'> {
  const { chain, times } = context
  const numbers = Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, at) => fromBlock + BigInt(at))
  const blocks = await Promise.all(numbers.map((number) => chain.readBlock({ number })))
  let last: KeptBlock | undefined = previous
  for (const block of blocks) {
    if (!block || !(await follows(context, block, last))) return 'changed'
    times.set(block.hash, block.timestamp)
    last = block
  }
  const lists = await Promise.all(blocks.map((block) => chain.readBlockEvents({ receivers, block: block! })))
  if (lists.includes('missing')) return 'changed'
  return { logs: (lists as ReceiverLog[][]).flat(), times, last: blocks.at(-1)! }
}

/**
 * Whether a block is the child of the block before it. A development node that mines many blocks at once gives all of them a
 * parent hash of zero. Such a block is accepted by its number, if a block next to it also has a parent hash of zero.
 */
async function follows(
  { chain, onOrphan }: RangeContext,
  { number, parentHash }: Header,
  previous: KeptBlock | undefined,
): Promise<boolean> {
  if (previous?.number !== number - 1n || previous.hash === parentHash) return true
  if (parentHash !== zeroHash) return false
  const [before, after] = await Promise.all(
    [number - 1n, number + 1n].map((near) => chain.readBlock({ number: near })),
  )
  if (before?.hash !== previous.hash) return false
  // Block 0 never has a parent, so it does not count here.
  const near = number === 1n ? [after] : [before, after]
  if (!near.some((block) => block?.parentHash === zeroHash)) return false
  onOrphan(number)
  return true
}

/** Whether the event of a payment returns it. */
const returns: Record<ReadPaymentParameters['eventName'], boolean> = {
  FillAccepted: false,
  PaymentReturned: true,
  InboxRefunded: true,
}

/** Converts the events of a range to their stored form. */
export function readEvents({ logs, times, last }: Range) {
  const fills: FillEvent[] = []
  const authorizations: AuthorizationEvent[] = []
  const counts = new Map<string, number>()
  for (const { name, args, receiver, ...place } of logs) {
    if (name === 'FillAuthorized') {
      authorizations.push({ ...place, ...(args as Pick<AuthorizationEvent, 'id' | 'callHash' | 'deadline'>) })
    } else {
      const isReturned = returns[name]
      const key = `${isReturned} ${place.transactionHash}`
      const ordinal = counts.get(key) ?? 0
      counts.set(key, ordinal + 1)
      fills.push({
        ...readPayment({ receiver, eventName: name, args } as ReadPaymentParameters),
        ...place,
        isReturned,
        ordinal,
        blockTime: times.get(place.blockHash)!,
      })
    }
  }
  const blocks = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
  blocks.set(last.number, last.hash)
  return { fills, authorizations, blocks: [...blocks].map(([number, hash]) => ({ number, hash })) }
}
