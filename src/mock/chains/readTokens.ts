import { type Address, erc20Abi } from 'viem'
import { MockOptionError } from '../errors.js'
import type { Currency } from './chain.js'
import type { ChainClient } from './createChainClient.js'

/** Amounts are priced with 18 decimals. */
const maxDecimals = 18

/** Reads the caller's own tokens. @throws {@link MockOptionError} when one is not an ERC-20. */
export function readTokens(client: ChainClient, tokens: readonly Address[]): Promise<Currency[]> {
  const chainId = client.chain.id
  return Promise.all(
    tokens.map(async (address) => {
      const read = <name extends 'symbol' | 'name' | 'decimals'>(functionName: name) =>
        client.readContract({ abi: erc20Abi, address, functionName })
      try {
        const [symbol, name, decimals] = await Promise.all([read('symbol'), read('name'), read('decimals')])
        if (decimals <= maxDecimals) return { chainId, address, symbol, name, decimals }
      } catch {}
      throw new MockOptionError({
        option: `chains.tokens (chain ${chainId})`,
        value: address,
        requirement: `ERC-20 tokens of that chain with at most ${maxDecimals} decimals`,
      })
    }),
  )
}
