import { type Address, type Hex, zeroAddress } from 'viem'
import type { ReceiverLog, WatchChain } from './chain.js'
import { WatchPlaceError } from './errors.js'
import type { AuthorizationEvent, FillEvent, KeptBlock, WatchJob, WatchStore } from './types.js'

export type ScannerParameters = {
  job: WatchJob
  /** Fills and returned payments below are left out; authorizations are not. */
  fillsFrom: bigint
  chain: WatchChain
  store: WatchStore
  /** How many blocks' hashes are kept to compare: no deeper reorganization is followed step by step. */
  keptBlocks?: bigint
  /** The most blocks that are asked for at once. */
  mostBlocks?: bigint
  now(): number
  onReorganized(parameters: { from: bigint; to: bigint }): void
}

export type Scanner = {
  /**
   * Compares what is stored with the chain, goes back where they differ, and stores one range more.
   *
   * @returns Whether there was nothing more to store up to `through`.
   */
  scan(through: bigint): Promise<boolean>
}

/**
 * Reads the receiver's events into the store, a range of blocks at a time.
 *
 * - Rule: a range is stored only when its first block follows the last stored one, and its last block's hash is the same
 *   before and after the events were read: else it is read again.
 * - Rule: ranges grow while the node answers, and are halved when it refuses.
 */
export function createScanner(parameters: ScannerParameters): Scanner {
  const {
    job,
    fillsFrom,
    chain,
    store,
    keptBlocks = 512n,
    mostBlocks = 10_000n,
    now,
    onReorganized,
  } = parameters
  let size = mostBlocks < 2_000n ? mostBlocks : 2_000n

  async function scan(through: bigint): Promise<boolean> {
    await followReorganization()
    const scannedTo = await store.readScannedTo()
    if (scannedTo >= through) return true
    const fromBlock = scannedTo + 1n
    const toBlock = min(fromBlock + size - 1n, through)
    const range = await readRange(fromBlock, toBlock)
    // The chain changed below: the next scan sees how.
    if (!range) return false
    try {
      await store.commitRange({ ...range, fromBlock, toBlock, keepFrom: toBlock - keptBlocks, nowMs: now() })
    } catch (error) {
      // Another worker was faster; this one reads its place anew.
      if (!(error instanceof WatchPlaceError)) throw error
      return false
    }
    return toBlock === through
  }

  async function followReorganization(): Promise<void> {
    const kept = await store.readBlocks()
    let isChanged = false
    for (const { number, hash } of kept) {
      const block = await chain.readBlock({ number })
      if (block?.hash === hash) {
        if (isChanged) await rewind(number)
        return
      }
      // A node that is behind does not have the block yet, which is no reorganization.
      isChanged ||= block !== null
    }
    if (isChanged) await rewind(job.fromBlock - 1n)
  }

  async function rewind(toBlock: bigint): Promise<void> {
    const from = await store.readScannedTo()
    await store.rewind({ toBlock, nowMs: now() })
    onReorganized({ from, to: toBlock })
  }

  /** Null when it must be read again, smaller or later. */
  async function readRange(fromBlock: bigint, toBlock: bigint) {
    const [first, last] = await Promise.all([
      chain.readBlock({ number: fromBlock }),
      chain.readBlock({ number: toBlock }),
    ])
    const [previous] = await store.readBlocks()
    if (!first || !last) return null
    if (previous?.number === fromBlock - 1n && previous.hash !== first.parentHash) return null
    const logs = await chain.readEvents({ fromBlock, toBlock })
    if (!logs) {
      size = max((toBlock - fromBlock + 1n) / 2n, 1n)
      return null
    }
    const times = await readTimes(logs)
    const again = await chain.readBlock({ number: toBlock })
    if (!times || again?.hash !== last.hash) return null
    size = min(size + size / 4n + 1n, mostBlocks)
    return { ...sortEvents(logs, times, fillsFrom), blocks: listBlocks(logs, last) }
  }

  /** The time of each block with a fill. Null when one is gone. */
  async function readTimes(logs: readonly ReceiverLog[]): Promise<Map<string, number> | null> {
    const times = new Map<string, number>()
    for (const { blockHash } of logs) {
      if (times.has(blockHash)) continue
      const block = await chain.readBlock({ hash: blockHash })
      if (!block) return null
      times.set(blockHash, block.timestamp)
    }
    return times
  }

  return { scan }
}

/** What the event itself tells of a fill. */
type Told = Pick<FillEvent, 'id' | 'recipient' | 'solver' | 'payer' | 'token' | 'amount'>

/** What the event itself tells of a returned payment. */
type ToldReturned = Pick<FillEvent, 'payer' | 'token' | 'amount'> & { callHash: Hex; refundTo: Address }

function sortEvents(
  logs: readonly ReceiverLog[],
  times: ReadonlyMap<string, number>,
  fillsFrom: bigint,
): { fills: FillEvent[]; authorizations: AuthorizationEvent[] } {
  const fills: FillEvent[] = []
  const authorizations: AuthorizationEvent[] = []
  const counts = new Map<string, number>()
  for (const { name, args, ...place } of logs) {
    if (name === 'FillAuthorized') {
      authorizations.push({ ...place, ...(args as Pick<AuthorizationEvent, 'id' | 'callHash' | 'deadline'>) })
    } else if (place.blockNumber >= fillsFrom) {
      const isReturned = name === 'PaymentReturned'
      const key = `${name} ${place.transactionHash}`
      const ordinal = counts.get(key) ?? 0
      counts.set(key, ordinal + 1)
      const blockTime = times.get(place.blockHash)!
      const told = isReturned ? readReturned(args as ToldReturned) : (args as Told)
      fills.push({ ...told, ...place, isReturned, ordinal, blockTime })
    }
  }
  return { fills, authorizations }
}

function readReturned({ callHash, refundTo, payer, token, amount }: ToldReturned): Told {
  return { id: callHash, recipient: refundTo, solver: zeroAddress, payer, token, amount }
}

function listBlocks(logs: readonly ReceiverLog[], last: KeptBlock): KeptBlock[] {
  const blocks = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
  blocks.set(last.number, last.hash)
  return [...blocks].map(([number, hash]) => ({ number, hash }))
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
