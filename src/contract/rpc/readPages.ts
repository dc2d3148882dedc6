import type { Client } from 'viem'
import { sleep } from '../../base/sleep.js'
import { isTimeout, isTooLarge, readFault } from './faults.js'
import { createPageSize } from './pageSize.js'
import { uncut } from './uncut.js'
import { askOf, withRequest } from './withRequest.js'

/** Blocks, both ends included. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint }

export type ReadPagesParameters = BlockRange & {
  /** Whether to read from the newest block to the oldest. */
  isBackward?: boolean | undefined
  /** The number of blocks in the first page. */
  firstSize?: bigint | undefined
  /** The most blocks in a page. */
  mostSize?: bigint | undefined
}

const pauseMs = 300
/** The number of failures in a row that end the reading. Counts only failures after which the same page is requested again. */
const mostFailures = 3
/** The number of timeouts in a row that end the reading. Each timeout halves the page. */
const mostTimeouts = 3

/**
 * Reads logs page by page, even if the node returns only a few blocks at once.
 *
 * - If the node refuses a page, halves it, down to one block. The node's message and status don't matter, since providers report
 *   "too many blocks" in many ways, even as 429. After a rate limit, also pauses. After an answer, the pages grow again.
 * - Always ends. Throws the node's own error if a single block is refused, if three pages in a row time out, or if a failure
 *   persists that fewer blocks do not fix.
 * - If the node cuts a list of logs, reads the rest, see {@link uncut}.
 *
 * @param read - Reads one page with the given client, which does not retry requests.
 * @throws viem's error of the node; `describeFault` extracts its sentence.
 */
export async function* readPages<found>(
  client: Client,
  { fromBlock, toBlock, isBackward = false, firstSize, mostSize }: ReadPagesParameters,
  read: (client: Client, page: BlockRange) => Promise<found>,
): AsyncGenerator<BlockRange & { found: found }> {
  const size = createPageSize({ first: firstSize, most: mostSize })
  const once = uncut(withoutRetries(client))
  let [low, high] = [fromBlock, toBlock]
  let failures = 0
  let timeouts = 0
  while (low <= high) {
    const left = high - low + 1n
    const blocks = size.size() < left ? size.size() : left
    const page = isBackward
      ? { fromBlock: high - blocks + 1n, toBlock: high }
      : { fromBlock: low, toBlock: low + blocks - 1n }
    try {
      const found = await read(once, page)
      size.grow(blocks)
      failures = 0
      timeouts = 0
      if (isBackward) high = page.fromBlock - 1n
      else low = page.toBlock + 1n
      yield { ...page, found }
    } catch (error) {
      const reason = shrinkReason(error, blocks)
      const isRepeated = reason === undefined && mayRepeat(error) && ++failures < mostFailures
      if (!reason && !isRepeated) throw error
      if (reason === 'late' && ++timeouts >= mostTimeouts) throw error
      if (reason) size.shrink(blocks, reason === 'late' ? 'late' : 'refused')
      if (reason === 'limited' || isRepeated) await sleep(pauseMs)
    }
  }
}

/** Returns why fewer blocks may help. Undefined if they do not. */
export function shrinkReason(error: unknown, blocks: bigint): 'refused' | 'late' | 'limited' | undefined {
  if (blocks === 1n) return undefined
  // A request for too many blocks may also time out.
  if (isTimeout(error)) return 'late'
  if (isTooLarge(error)) return 'refused'
  const fault = readFault(error)
  if (fault === 'limited') return fault
  return fault === 'unanswered' ? undefined : 'refused'
}

function mayRepeat(error: unknown): boolean {
  const fault = readFault(error)
  return fault === 'limited' || (fault === 'unanswered' && !isTimeout(error))
}

/** Turns off viem's retries, which would repeat a refused page after a pause. */
function withoutRetries(client: Client): Client {
  return withRequest(client, (args, options) => askOf(client)(args, { ...options, retryCount: 0 }))
}
