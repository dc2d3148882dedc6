import { BlockNotFoundError, type Client, hexToBigInt, isHex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { sleep } from '../../base/sleep.js'
import { toRecord } from '../../base/values.js'
import { isTimeout, readFault } from './faults.js'
import { type BlockRange, type ReadPagesParameters, readPages } from './readPages.js'
import { askOf, withRequest } from './withRequest.js'

/** The most blocks by which a node in use lags another. For older blocks, lists of logs are complete. */
export const newestBlocks = 64n
/** The number of blocks to request at once. */
const atOnce = 8n
const pauseMs = 250
/** How long a node may lack a block that another node has, in milliseconds. */
const patienceMs = 10_000

/**
 * Reads all logs of a range, oldest first. See {@link readPages}, and {@link readNewest} for the newest blocks.
 *
 * @param toBlock - Defaults to the latest block.
 * @param read - Reads one page with the given client, which does not retry requests.
 */
export async function readLogs<log>(
  client: Client,
  range: Pick<ReadPagesParameters, 'fromBlock' | 'firstSize'> & { toBlock?: bigint | undefined },
  read: (client: Client, page: BlockRange) => Promise<readonly log[]>,
): Promise<log[]> {
  const logs: log[] = []
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const { fromBlock, toBlock = head } = range
  const old = head - newestBlocks
  const pages = { ...range, toBlock: old < toBlock ? old : toBlock }
  for await (const { found } of readPages(client, pages, read)) logs.push(...found)
  const newest = { fromBlock: old < fromBlock ? fromBlock : old + 1n, toBlock }
  for await (const { found } of readNewest(client, newest, read)) logs.push(...found)
  return logs
}

/**
 * Reads the logs of the newest blocks, each by its hash. If a range is requested, a lagging node silently omits the blocks that
 * it lacks. If the hash of such a block is requested, the node fails.
 *
 * @param read - Reads a few blocks with the given client.
 * @throws viem's error of a node that lacks a block for ten seconds, or does not answer.
 */
export async function* readNewest<found>(
  client: Client,
  { fromBlock, toBlock }: BlockRange,
  read: (client: Client, page: BlockRange) => Promise<found>,
): AsyncGenerator<BlockRange & { found: found }> {
  const once = byHash(client)
  const end = performance.now() + patienceMs
  for (let low = fromBlock; low <= toBlock; low += atOnce) {
    const high = low + atOnce - 1n
    const page = { fromBlock: low, toBlock: high < toBlock ? high : toBlock }
    for (;;) {
      try {
        yield { ...page, found: await read(once, page) }
        break
      } catch (error) {
        if (!mayCome(error) || performance.now() >= end) throw error
        await sleep(pauseMs)
      }
    }
  }
}

function mayCome(error: unknown): boolean {
  return readFault(error) !== 'refused' && !isTimeout(error)
}

/** Wraps a client. A request for the logs of a range becomes one request for each block, by the block's hash. */
function byHash(client: Client): Client {
  const ask = (method: string, params: unknown) => askOf(client)({ method, params }, { retryCount: 0 })

  async function readBlock(filter: object, blockNumber: bigint): Promise<unknown[]> {
    const block = toRecord(await ask('eth_getBlockByNumber', [numberToHex(blockNumber), false]))
    if (!isHex(block?.hash)) throw new BlockNotFoundError({ blockNumber })
    return (await ask('eth_getLogs', [{ ...filter, blockHash: block.hash }])) as unknown[]
  }

  return withRequest(client, async ({ method, params }) => {
    const [asked] = Array.isArray(params) ? params : []
    const { fromBlock, toBlock, ...filter } = toRecord(asked) ?? {}
    if (method !== 'eth_getLogs' || !isHex(fromBlock) || !isHex(toBlock)) return ask(method, params)
    const [low, high] = [hexToBigInt(fromBlock), hexToBigInt(toBlock)]
    const numbers = Array.from({ length: Number(high - low) + 1 }, (_, at) => low + BigInt(at))
    return (await Promise.all(numbers.map((number) => readBlock(filter, number)))).flat()
  })
}
