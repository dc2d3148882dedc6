import { BaseError, type PublicClient } from 'viem'
import { describeFault, isTimeout } from '../../contract/rpc/faults.js'

export type SearchParameters = {
  client: PublicClient
  /** Where the search ends; by default the first block, or where `maxPages` are used up. */
  fromBlock?: bigint | undefined
  /** Blocks of the first range. */
  pageSize?: bigint
  /** The most ranges to read without `fromBlock`. */
  maxPages?: number
}

/** The lowest block that was searched, and the node's message if it refused. */
export type NotFound = { searchedFrom: bigint; refusal?: string }

const largestPage = 100_000n

/**
 * Searches ranges of blocks from the newest one backwards until `find` returns something.
 *
 * - Rule: a range that the node refuses is halved, down to one block; after an answer the next is larger.
 *
 * @param find - Returns what a range holds, both ends included.
 */
export async function searchBack<log>(
  { client, fromBlock, pageSize = 10_000n, maxPages = 200 }: SearchParameters,
  find: (from: bigint, to: bigint) => Promise<log | undefined>,
): Promise<{ log: log } | NotFound> {
  const lowest = fromBlock ?? 0n
  let to = await client.getBlockNumber({ cacheTime: 0 })
  let size = pageSize
  for (let page = 0; to >= lowest && (fromBlock !== undefined || page < maxPages); page++) {
    const from = to - size + 1n > lowest ? to - size + 1n : lowest
    try {
      const log = await find(from, to)
      if (log !== undefined) return { log }
      to = from - 1n
      if (size < largestPage) size *= 2n
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      if (size === 1n || isTimeout(error)) return { searchedFrom: to + 1n, refusal: describeFault(error) }
      size = (to - from + 2n) / 2n
    }
  }
  return { searchedFrom: to + 1n }
}
