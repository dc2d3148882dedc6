import type { PublicClient } from 'viem'
import { isTimeout } from '../contract/rpc/faults.js'
import { isOutage } from './chainView.js'
import type { Peer } from './createPeer.js'
import type { Tell } from './createTeller.js'
import type { Header } from './readHeader.js'
import {
  type EventBlock,
  mayHaveEvents,
  placeOf,
  type ReceiverLog,
  readBlockEvents,
  readReceiptEvents,
  sortLogs,
} from './readReceiverEvents.js'

/** A block to read, with its header. */
export type AskedBlock = EventBlock & { block: Header }

export type SecondLookParameters = {
  peer: Pick<Peer, 'probe'>
  /** The nodes' names in messages. A name can start a sentence. */
  names: readonly string[]
  isSlow(node: number): boolean
  connect(node: number): Promise<PublicClient>
  tell: Tell
}

/**
 * Reads a block's events a second time, from another node or from the same node's receipts. Skips this if the block's bloom
 * filter rules out events of the receivers. Events that the first reading left out are reported and included in the result.
 *
 * - A bloom filter alone does not prove an event: in most blocks of a busy chain it rules out nothing.
 */
export function createSecondLook({ peer, names, isSlow, connect, tell }: SecondLookParameters) {
  /** Nodes that can't return receipts by block, and whether that was reported. */
  const withoutReceipts = new Map<number, boolean>()

  async function readElsewhere(asked: AskedBlock, node: number) {
    for (const other of names.keys()) {
      if (other === node || isSlow(other)) continue
      const found = await peer.probe(other, async () => readBlockEvents(await connect(other), asked))
      if (found && found !== 'missing') return found
    }
    if (withoutReceipts.has(node)) return undefined
    return peer.probe(node, async () =>
      readReceiptEvents(await connect(node), asked).catch((error: unknown) => {
        if (isOutage(error) && !isTimeout(error)) throw error
        if (!withoutReceipts.has(node)) withoutReceipts.set(node, false)
        return undefined
      }),
    )
  }

  return async (asked: AskedBlock, node: number, logs: ReceiverLog[]): Promise<ReceiverLog[] | 'missing'> => {
    const { block, receivers } = asked
    if (!block.bloom || !mayHaveEvents(block.bloom, receivers)) return logs
    const again = await readElsewhere(asked, node)
    if (again === 'missing') return again
    if (!again) {
      if (logs.length > 0 || withoutReceipts.get(node) !== false) return logs
      withoutReceipts.set(node, true)
      tell(
        `receipts ${names[node]}`,
        `${names[node]} does not return the receipts of a block, which show what its logs leave out. A second --rpc-url also does.`,
      )
      return logs
    }
    const known = new Set(logs.map(placeOf))
    const missing = again.filter((log) => !known.has(placeOf(log)))
    if (missing.length === 0) return logs
    const events = missing.length === 1 ? 'an event' : `${missing.length} events`
    tell(
      `left out ${names[node]} ${block.number}`,
      `${names[node]} left ${events} out of the logs of block ${block.number}. They were read elsewhere.`,
    )
    return sortLogs([...logs, ...missing])
  }
}
