import { type Address, type Hex, zeroAddress } from 'viem'
import type { ConnectedChain, Header } from './chain.js'
import type { EventRange, ReceiverLog } from './readReceiverEvents.js'
import type { AuthorizationEvent, FillEvent, KeptBlock } from './types.js'

export type Range = { logs: ReceiverLog[]; times: ReadonlyMap<string, number>; last: Header }

/** A faraway node answers slowly, and each fill's block is needed. */
const blocksAtOnce = 8

/**
 * Reads receivers' events of a range that follows a block. The chain may change meanwhile, or the node refuse the range.
 *
 * @param times - Times of blocks by their hash; those that it reads are added, as one range may take long.
 */
export async function readRange(
  chain: Pick<ConnectedChain, 'readBlock' | 'readEvents'>,
  range: EventRange,
  previous: KeptBlock | undefined,
  { times, onTime }: { times: Map<string, number>; onTime(): void },
): Promise<Range | 'changed' | 'refused' | 'late'> {
  const { fromBlock, toBlock } = range
  const before = fromBlock === toBlock ? undefined : await chain.readBlock({ number: fromBlock })
  if (before === null) return 'changed'
  const found = await chain.readEvents(range)
  if (found === 'missing') return 'changed'
  if (typeof found === 'string') return found
  const { logs, last } = found
  const first = before ?? last
  if (previous?.number === fromBlock - 1n && previous.hash !== first.parentHash) return 'changed'
  times.set(last.hash, last.timestamp)
  const unknown = [...new Set(logs.map(({ blockHash }) => blockHash))].filter((hash) => !times.has(hash))
  for (let at = 0; at < unknown.length; at += blocksAtOnce) {
    const hashes = unknown.slice(at, at + blocksAtOnce)
    const blocks = await Promise.all(hashes.map((hash) => chain.readBlock({ hash })))
    for (const block of blocks) if (block) times.set(block.hash, block.timestamp)
    if (blocks.includes(null)) return 'changed'
    onTime()
  }
  const again = await chain.readBlock({ number: toBlock })
  return again?.hash === last.hash ? { logs, times, last } : 'changed'
}

type Accepted = Pick<FillEvent, 'id' | 'recipient' | 'solver' | 'payer' | 'token' | 'amount'>
type Returned = Pick<FillEvent, 'payer' | 'token' | 'amount'> & { callHash: Hex; refundTo: Address }

/** Returns the events of a range as they are stored. */
export function readEvents({ logs, times, last }: Range) {
  const fills: FillEvent[] = []
  const authorizations: AuthorizationEvent[] = []
  const counts = new Map<string, number>()
  for (const { name, args, receiver: _receiver, ...place } of logs) {
    if (name === 'FillAuthorized') {
      authorizations.push({ ...place, ...(args as Pick<AuthorizationEvent, 'id' | 'callHash' | 'deadline'>) })
    } else {
      const isReturned = name === 'PaymentReturned'
      const key = `${name} ${place.transactionHash}`
      const ordinal = counts.get(key) ?? 0
      counts.set(key, ordinal + 1)
      const payment = isReturned ? readReturned(args as Returned) : (args as Accepted)
      fills.push({ ...payment, ...place, isReturned, ordinal, blockTime: times.get(place.blockHash)! })
    }
  }
  const blocks = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
  blocks.set(last.number, last.hash)
  return { fills, authorizations, blocks: [...blocks].map(([number, hash]) => ({ number, hash })) }
}

function readReturned({ callHash, refundTo, payer, token, amount }: Returned): Accepted {
  return { id: callHash, recipient: refundTo, solver: zeroAddress, payer, token, amount }
}
