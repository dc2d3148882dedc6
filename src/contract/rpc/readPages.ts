import type { Client } from 'viem'
import { sleep } from '../../base/sleep.js'
import { isTimeout, isTooLarge, readFault } from './faults.js'
import { createPageSize } from './pageSize.js'
import { withRequest } from './withRequest.js'

/** Blocks, both ends included. */
export type BlockRange = { fromBlock: bigint; toBlock: bigint }

export type ReadPagesParameters = BlockRange & {
  /** From the newest block to the oldest. */
  isBackward?: boolean | undefined
  /** Blocks of the first page. */
  firstSize?: bigint | undefined
  /** The most blocks of a page. */
  mostSize?: bigint | undefined
}

const pauseMs = 300
/** A page that is asked for again, or a single block, fails so often in a row at most. */
const mostFailures = 3
/** A node is given so many chances to answer fewer blocks in time. */
const mostTimeouts = 3

/**
 * Reads logs page by page, however few blocks the node gives at once.
 *
 * - Rule: a page that the node refuses is halved, down to one block, whatever its words or its status are: providers say "too
 *   many blocks" in many ways, 429 among them. A limit is waited for as well. After an answer pages grow again.
 * - Rule: it ends. A single block that is refused, silence at three sizes in a row, and a failure that fewer blocks do not mend
 *   throw the node's own error.
 *
 * @param read - Reads one page with the client that it gets, which does not repeat requests by itself.
 * @throws viem's error of the node; `describeFault` gives its sentence.
 */
export async function* readPages<found>(
  client: Client,
  { fromBlock, toBlock, isBackward = false, firstSize, mostSize }: ReadPagesParameters,
  read: (client: Client, page: BlockRange) => Promise<found>,
): AsyncGenerator<BlockRange & { found: found }> {
  const size = createPageSize({ first: firstSize, most: mostSize })
  const once = withoutRetries(client)
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

/** Reads all logs of a range, oldest first. See {@link readPages}. */
export async function readLogs<log>(
  client: Client,
  parameters: BlockRange & Pick<ReadPagesParameters, 'firstSize'>,
  read: (client: Client, page: BlockRange) => Promise<readonly log[]>,
): Promise<log[]> {
  const logs: log[] = []
  for await (const { found } of readPages(client, parameters, read)) logs.push(...found)
  return logs
}

/** Returns why fewer blocks may help; undefined where they do not. */
export function shrinkReason(error: unknown, blocks: bigint): 'refused' | 'late' | 'limited' | undefined {
  if (blocks === 1n) return undefined
  // Too many blocks may also be why there is no answer in time.
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

/** viem would repeat a page that the node refused, with a pause. */
function withoutRetries(client: Client): Client {
  return withRequest(client, (args, options) =>
    client.request(args as never, { ...options, retryCount: 0 } as never),
  )
}
