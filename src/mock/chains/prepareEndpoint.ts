import type { Address } from 'viem'
import { MockOptionError } from '../errors.js'
import type { ChainClient } from './createChainClient.js'

/**
 * Funds the mock's accounts on an external endpoint.
 *
 * @returns The block and the deployer's nonce at which the service starts there.
 * @throws {@link MockOptionError} when it does not answer, is another chain, or can't fund accounts.
 */
export async function prepareEndpoint(
  client: ChainClient,
  deployer: Address,
  funds: readonly { address: Address; balance: bigint }[],
): Promise<{ firstBlock: bigint; firstNonce: bigint }> {
  const { id } = client.chain
  const found = await client.getChainId().catch(() => undefined)
  if (found === undefined) throw optionError(id, 'an endpoint that answers', 'one that does not')
  if (found !== id) throw optionError(id, 'an endpoint of that chain', `chain ${found}`)
  try {
    await Promise.all(funds.map(({ address, balance }) => client.setBalance({ address, value: balance })))
  } catch {
    const requirement =
      'an endpoint on which accounts can be funded by hardhat_setBalance, such as Hardhat or anvil'
    throw optionError(id, requirement, 'one that refuses it')
  }
  const [firstBlock, nonce] = await Promise.all([
    client.getBlockNumber(),
    client.getTransactionCount({ address: deployer }),
  ])
  return { firstBlock, firstNonce: BigInt(nonce) }
}

/** Names the chain, and never the URL, which may hold a key. */
function optionError(chainId: number, requirement: string, value: string): MockOptionError {
  return new MockOptionError({ option: `chains.rpcUrl (chain ${chainId})`, value, requirement })
}
