import type { WatchChain } from './chain.js'
import { WatchPlaceError } from './errors.js'
import { readEvents, readRange } from './readRange.js'
import type { WatchJob, WatchStore } from './types.js'

export type ScannerParameters = {
  job: WatchJob
  chain: WatchChain
  store: WatchStore
  /** How many blocks' hashes are kept. After a deeper reorganization all is read again. */
  keptBlocks?: bigint
  /** The most blocks of one request. */
  mostBlocks?: bigint
  now(): number
  onReorganized(parameters: { from: bigint; to: bigint }): void
  /** Called when the time of another block was read. */
  onTime(): void
}

/** All is stored; there may be more; or the chain does not fit together now. */
export type ScanEnd = 'done' | 'more' | 'changed'

export type Scanner = {
  /** Compares what is stored with the chain, goes back where they differ, and stores one more range up to `through`. */
  scan(parameters: { through: bigint; head: bigint }): Promise<ScanEnd>
}

/** After so many ranges it forgets the limit: a limit of results depends on the blocks. */
const keptRanges = 50

/**
 * Reads the receiver's events into the store, a range of blocks at a time.
 *
 * - Rule: a range is stored only when its first block follows the last stored one, and its last block's hash is the same
 *   before and after the events were read: else it is read again.
 * - Rule: ranges grow while the node answers, up to the size that it refused, and are halved when it refuses.
 */
export function createScanner(parameters: ScannerParameters): Scanner {
  const { chain, store, keptBlocks = 512n, mostBlocks = 10_000n, now, onTime } = parameters
  const range = createRangeSize(mostBlocks)
  let times = new Map<string, number>()
  return {
    async scan({ through, head }) {
      if (!(await followReorganization(parameters, head))) return 'changed'
      const scannedTo = await store.readScannedTo()
      if (scannedTo >= through) return 'done'
      const fromBlock = scannedTo + 1n
      const toBlock = min(fromBlock + range.size() - 1n, through)
      const [previous] = await store.readBlocks()
      const found = await readRange(chain, { fromBlock, toBlock }, previous, { times, onTime })
      if (found === 'changed') return found
      const blocks = toBlock - fromBlock + 1n
      if (typeof found === 'string') {
        range.shrink(blocks, found)
        return 'more'
      }
      range.grow(blocks)
      times = new Map()
      const events = readEvents(found)
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
        return 'more'
      }
      return toBlock === through ? 'done' : 'more'
    },
  }
}

/** How many blocks to ask for at once: searches for the most that the node gives, and stays below what it refused. */
function createRangeSize(mostBlocks: bigint) {
  let size = min(mostBlocks, 2_000n)
  let accepted = 0n
  let refused: bigint | undefined
  let ranges = 0
  return {
    size: () => size,
    shrink(blocks: bigint, reason: 'refused' | 'late') {
      const half = blocks / 2n || 1n
      size = accepted > half && accepted < blocks ? accepted : half
      ranges = 0
      if (reason === 'refused') refused = blocks
    },
    grow(blocks: bigint) {
      if (blocks < size) return
      accepted = size
      ranges += 1
      if (ranges > keptRanges) refused = undefined
      if (refused === undefined) size = min(size + size / 4n + 1n, mostBlocks)
      // A search to the last block would be refused more often than it is worth.
      else if (refused - size > size / 8n) size = (size + refused) / 2n
    },
  }
}

/** Goes back to the last kept block that the chain still has. False where the node lacks a block below its head. */
async function followReorganization(parameters: ScannerParameters, head: bigint): Promise<boolean> {
  const { job, chain, store, onReorganized } = parameters
  let isChanged = false
  let toBlock = job.fromBlock - 1n
  for (const { number, hash } of await store.readBlocks()) {
    // A node that lags does not have the block yet, which is not a reorganization.
    if (number > head) continue
    const block = await chain.readBlock({ number })
    if (!block) return false
    if (block.hash === hash) {
      toBlock = number
      break
    }
    isChanged = true
  }
  if (!isChanged) return true
  const from = await store.readScannedTo()
  await store.rewind({ toBlock })
  onReorganized({ from, to: toBlock })
  return true
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
