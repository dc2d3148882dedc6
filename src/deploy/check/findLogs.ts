import type { AbiEvent, Address, Log } from 'viem'
import { ChainUnreachableError } from '../../contract/rpc/errors.js'
import type { DeployChain } from '../createChain.js'

export type FindLogsParameters<events extends readonly AbiEvent[]> = {
  address: Address
  events: events
  fromBlock: bigint
  toBlock: bigint
  /** Blocks of the first page. */
  pageSize?: bigint
}

/**
 * Gets all logs of a range, however few blocks the node allows per query.
 *
 * - Rule: a refused page is halved, down to one block.
 */
export async function findLogs<const events extends readonly AbiEvent[]>(
  { client, reach }: DeployChain,
  { address, events, fromBlock, toBlock, pageSize = 10_000n }: FindLogsParameters<events>,
): Promise<Log<bigint, number, false, undefined, true, events>[]> {
  const found: Log<bigint, number, false, undefined, true, events>[] = []
  let size = pageSize
  for (let from = fromBlock; from <= toBlock; ) {
    const last = from + size - 1n
    const to = last < toBlock ? last : toBlock
    try {
      found.push(
        ...(await reach(client.getLogs({ address, events, fromBlock: from, toBlock: to, strict: true }))),
      )
      from = to + 1n
    } catch (error) {
      if (size === 1n || error instanceof ChainUnreachableError) throw error
      size = (to - from + 2n) / 2n
    }
  }
  return found
}
