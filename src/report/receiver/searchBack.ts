import {
  type Address,
  BaseError,
  type Client,
  formatLog,
  type Log,
  type LogTopic,
  numberToHex,
  type PublicClient,
} from 'viem'
import { describeFault } from '../../contract/rpc/faults.js'
import { readNewest } from '../../contract/rpc/readLogs.js'
import { type BlockRange, readPages } from '../../contract/rpc/readPages.js'

export type SearchParameters = {
  client: PublicClient
  /** The oldest block of the search. Defaults to the first block, limited by `maxPages`. */
  fromBlock?: bigint | undefined
  /** The number of blocks in the first range. */
  pageSize?: bigint
  /** The most ranges to read without `fromBlock`. */
  maxPages?: number
}

/** The lowest block that was searched, and the node's message if the node refused. */
export type NotFound = { searchedFrom: bigint; refusal?: string }

/**
 * How many of the newest blocks to search by hash. The number is low because public nodes limit requests. A later search finds
 * what this one misses.
 */
const newestBlocks = 16n

/**
 * Searches pages of blocks from the newest one backwards until `find` returns a result.
 *
 * - Without a result, searches the newest blocks once more by their hashes: a lagging node would silently omit
 *   their logs.
 *
 * @param find - Searches a page, reading logs with the given client.
 */
export async function searchBack<log>(
  { client, fromBlock, pageSize = 10_000n, maxPages = 200 }: SearchParameters,
  find: (client: Client, page: BlockRange) => Promise<log | undefined>,
): Promise<{ log: log } | NotFound> {
  const toBlock = await client.getBlockNumber({ cacheTime: 0 })
  const range = { fromBlock: fromBlock ?? 0n, toBlock }
  const sizes = { firstSize: pageSize, mostSize: 100_000n, isBackward: true }
  let searchedFrom = toBlock + 1n
  try {
    let pages = 0
    for await (const page of readPages(client, { ...range, ...sizes }, find)) {
      if (page.found !== undefined) return { log: page.found }
      searchedFrom = page.fromBlock
      if (fromBlock === undefined && ++pages >= maxPages) break
    }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { searchedFrom, refusal: describeFault(error) }
  }
  const low = toBlock - newestBlocks + 1n
  const newest = { fromBlock: low > range.fromBlock ? low : range.fromBlock, toBlock }
  try {
    for await (const { found } of readNewest(client, newest, find))
      if (found !== undefined) return { log: found }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { searchedFrom: toBlock + 1n, refusal: describeFault(error) }
  }
  return { searchedFrom }
}

/** Reads the logs of several events at once, or with topics that viem can't filter by. */
export async function readTopics(
  client: Client,
  address: Address,
  topics: LogTopic[],
  { fromBlock, toBlock }: BlockRange,
): Promise<Log<bigint, number, false>[]> {
  const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }
  const logs = await client.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] })
  return logs.map((log) => formatLog(log) as Log<bigint, number, false>)
}
