import { type Address, type Client, type Hash, isAddressEqual } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import { readFault } from '../../contract/rpc/faults.js'
import type { BlockRange } from '../../contract/rpc/readPages.js'

export type NonceBlock = {
  number: bigint
  /** Unix seconds. */
  timestamp: bigint
  /**
   * The hash of the block with the transaction. Absent if the node does not show the transaction in the block, for example
   * because it lacks the states of older blocks.
   */
  hash?: Hash
}

/**
 * Finds the block in which an account's transaction with a given nonce was mined. Bisects the range by the account's transaction
 * count.
 *
 * @param range - From a block before the transaction to a block at which the count is above the nonce.
 * @throws The node's error.
 */
export async function findNonceBlock(
  client: Client,
  { address, nonce }: { address: Address; nonce: number },
  { fromBlock, toBlock }: BlockRange,
): Promise<NonceBlock> {
  let [low, high] = [fromBlock, toBlock]
  while (high - low > 1n) {
    const blockNumber = (low + high) / 2n
    const count = await getTransactionCount(client, { address, blockNumber }).catch((error: unknown) => {
      if (!['refused', 'behind'].includes(readFault(error))) throw error
    })
    if (count !== undefined && count > nonce) high = blockNumber
    else low = blockNumber
  }
  const { hash, timestamp, transactions } = await getBlock(client, {
    blockNumber: high,
    includeTransactions: true,
  })
  const isHere = transactions.some((one) => one.nonce === nonce && isAddressEqual(one.from, address))
  return { number: high, timestamp, ...(isHere && { hash }) }
}
