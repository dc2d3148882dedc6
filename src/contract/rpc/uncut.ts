import { type Client, isHex, numberToHex } from 'viem'
import { toRecord } from '../../base/values.js'
import { askOf, withRequest } from './withRequest.js'

/**
 * Wraps a client, so that its lists of logs are complete even if the node silently cuts the beginning or the end of a long list.
 *
 * - After a list that is not empty, it requests two ranges: up to the block of the first log, and from the block of the last log
 *   on. It repeats this until nothing new comes.
 * - Warning: it can't detect missing logs if the returned list is empty, or if all its logs are in one block.
 *
 * @param onCut - Called when a list was cut.
 */
export function uncut<client extends Client>(client: client, onCut?: () => void): client {
  return withRequest(client, async (args, options) => {
    const ask = (params: unknown) => askOf(client)({ ...args, params }, options)
    const [filter] = Array.isArray(args.params) ? args.params : []
    const { fromBlock, toBlock } = toRecord(filter) ?? {}
    if (args.method !== 'eth_getLogs' || !isHex(fromBlock) || !isHex(toBlock)) return ask(args.params)
    const seen = new Map<string, unknown>()

    /** Reads a range, then the parts before and after the returned logs. Each part has fewer blocks, so the recursion ends. */
    async function visit(low: bigint, high: bigint): Promise<unknown> {
      if (low > high) return []
      const range = { fromBlock: numberToHex(low), toBlock: numberToHex(high) }
      const logs = await ask([{ ...(filter as object), ...range }])
      if (!Array.isArray(logs)) return logs
      const fresh = logs.filter((log) => !seen.has(keyOf(log)))
      if (fresh.length > 0 && seen.size > 0) onCut?.()
      for (const log of fresh) seen.set(keyOf(log), log)
      const blocks = logs.map(blockOf).filter((block) => block >= low && block <= high)
      if (fresh.length === 0 || blocks.length === 0) return logs
      const first = blocks.reduce((least, block) => (block < least ? block : least))
      const last = blocks.reduce((most, block) => (block > most ? block : most))
      const isOne = first === last
      await visit(low, isOne ? first - 1n : first)
      await visit(isOne ? last + 1n : last, high)
      return logs
    }

    const first = await visit(BigInt(fromBlock), BigInt(toBlock))
    if (!Array.isArray(first) || first.length === seen.size) return first
    return [...seen.values()].sort(compareInChain)
  })
}

function keyOf(log: unknown): string {
  const { blockHash, blockNumber, logIndex } = toRecord(log) ?? {}
  return `${blockHash ?? blockNumber} ${logIndex}`.toLowerCase()
}

function blockOf(log: unknown): bigint {
  return toNumber(toRecord(log)?.blockNumber)
}

/** Returns -1 for a value that is not a number, so that it is in no range. */
function toNumber(value: unknown): bigint {
  return isHex(value) && value !== '0x' ? BigInt(value) : -1n
}

function compareInChain(one: unknown, other: unknown): number {
  const index = (log: unknown) => toNumber(toRecord(log)?.logIndex)
  return Number(blockOf(one) - blockOf(other) || index(one) - index(other))
}
