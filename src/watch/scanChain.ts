import type { WatchChain } from './chain.js'
import { WatchPlaceError } from './errors.js'
import { readEvents, readRange } from './readRange.js'
import type { WatchJob, WatchStore } from './types.js'

export type ScannerParameters = {
  job: WatchJob
  /** Fills and returned payments before this block are left out; authorizations are not. */
  fillsFrom: bigint
  chain: WatchChain
  store: WatchStore
  /** How many blocks' hashes are kept. After a deeper reorganization all is read again. */
  keptBlocks?: bigint
  /** The most blocks of one request. */
  mostBlocks?: bigint
  now(): number
  onReorganized(parameters: { from: bigint; to: bigint }): void
}

export type Scanner = {
  /**
   * Compares what is stored with the chain, goes back where they differ, and stores one more range.
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
  const { fillsFrom, chain, store, keptBlocks = 512n, mostBlocks = 10_000n, now } = parameters
  let size = min(mostBlocks, 2_000n)
  return {
    async scan(through) {
      await followReorganization(parameters)
      const scannedTo = await store.readScannedTo()
      if (scannedTo >= through) return true
      const fromBlock = scannedTo + 1n
      const toBlock = min(fromBlock + size - 1n, through)
      const [previous] = await store.readBlocks()
      const range = await readRange(chain, { fromBlock, toBlock }, previous)
      if (range === 'refused') size = (toBlock - fromBlock + 1n) / 2n || 1n
      if (typeof range === 'string') return false
      size = min(size + size / 4n + 1n, mostBlocks)
      const events = readEvents(range, fillsFrom)
      try {
        await store.commitRange({
          ...events,
          fromBlock,
          toBlock,
          keepFrom: toBlock - keptBlocks,
          nowMs: now(),
        })
      } catch (error) {
        // Another worker was faster; this one reads its place again.
        if (!(error instanceof WatchPlaceError)) throw error
        return false
      }
      return toBlock === through
    },
  }
}

/** Goes back to the last kept block that the chain still has. */
async function followReorganization(parameters: ScannerParameters): Promise<void> {
  const { job, chain, store, onReorganized } = parameters
  let isChanged = false
  let toBlock = job.fromBlock - 1n
  for (const { number, hash } of await store.readBlocks()) {
    const block = await chain.readBlock({ number })
    if (block?.hash === hash) {
      toBlock = number
      break
    }
    // A node that lags does not have the block yet, which is not a reorganization.
    isChanged ||= block !== null
  }
  if (!isChanged) return
  const from = await store.readScannedTo()
  await store.rewind({ toBlock })
  onReorganized({ from, to: toBlock })
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
