import { BaseError, type PublicClient } from 'viem'
import { describeFault, isTimeout } from '../../contract/rpc/faults.js'

export type SearchParameters = {
  client: PublicClient
  /** Where the search ends; the first block, or as far as a bounded number of questions goes, by default. */
  fromBlock?: bigint | undefined
  /** How many blocks are asked for at first. */
  pageSize?: bigint
  /** How often the node is asked without `fromBlock`. */
  maxPages?: number
}

/** The lowest block that was searched, with what the node said if it refused. */
export type NotFound = { searchedFrom: bigint; refusal?: string }

const largestPage = 100_000n

/**
 * Searches ranges of blocks from the newest one backwards until one holds what is wanted.
 *
 * - Rule: a range that the node refuses is halved, down to one block; one that it answers lets the next be larger.
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
