import { type Address, erc20Abi, type Hex, multicall3Abi, type PublicClient, zeroAddress } from 'viem'
import { multicall } from 'viem/actions'
import { isPassing } from '../rpc/faults.js'
import { findBalance } from './readBalance.js'

/** An inbox whose balance is read, in the token of its terms. */
export type ReadInbox = { inboxHash: Hex; inbox: Address; terms: { token: Address } }

/** The most balances in one call of the batcher, in bytes of calldata: 36 bytes for each balance. */
const batchBytes = 36 * 500

/**
 * Reads the balance of each inbox in its own token at one block, by inbox hash.
 *
 * - Reads all balances in one call of `batcher`. Without a batcher, or if it has no answer for a balance, reads the balance in a
 *   call of its own. A balance is undefined if the token does not answer.
 */
export async function readInboxBalances(
  client: PublicClient,
  inboxes: readonly ReadInbox[],
  { batcher, blockNumber }: { batcher: Address | undefined; blockNumber: bigint },
): Promise<Map<Hex, bigint | undefined>> {
  const batched = batcher ? await readBatch(client, inboxes, batcher, blockNumber) : []
  const balances = await Promise.all(
    inboxes.map(async ({ inbox, terms: { token } }, index) => {
      const { status, result } = batched[index] ?? {}
      if (status === 'success') return result as bigint
      return findBalance({ client, blockNumber }, token, inbox)
    }),
  )
  return new Map(inboxes.map(({ inboxHash }, index) => [inboxHash, balances[index]]))
}

/** @throws viem's error if the node does not answer now: it would answer hundreds of single calls even less. */
async function readBatch(
  client: PublicClient,
  inboxes: readonly ReadInbox[],
  batcher: Address,
  blockNumber: bigint,
): Promise<{ status: 'success' | 'failure'; error?: unknown; result?: unknown }[]> {
  const contracts = inboxes.map(({ inbox, terms: { token } }) =>
    token === zeroAddress
      ? { abi: multicall3Abi, address: batcher, functionName: 'getEthBalance', args: [inbox] }
      : { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [inbox] },
  )
  const place = { multicallAddress: batcher, blockNumber, batchSize: batchBytes }
  const found = await multicall(client, { contracts, ...place })
  for (const { status, error } of found) if (status === 'failure' && isPassing(error)) throw error
  return found
}
