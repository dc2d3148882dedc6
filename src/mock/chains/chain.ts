import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { ChainClient } from './createChainClient.js'

/** A currency of a chain; the native one has the zero address. */
export type Currency = {
  chainId: number
  address: Address
  symbol: string
  name: string
  decimals: number
}

export type ChainContracts = { depository: Address; router: Address; token: Address; receiver: Address }

/** A running chain with the service's contracts on it. */
export type Chain = {
  id: number
  /** As in orders. */
  name: string
  rpcUrl: string
  client: ChainClient
  contracts: ChainContracts
  currencies: readonly Currency[]
}

export function createCurrencies(chainId: number, token: Address): Currency[] {
  return [
    { chainId, address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
    { chainId, address: token, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  ]
}

export function isNative(currency: Address): boolean {
  return isAddressEqual(currency, zeroAddress)
}

/** The chain's own time in Unix seconds: that of the block that would be mined now. */
export async function readChainTime(chain: Chain): Promise<number> {
  const block = await chain.client.getBlock({ blockTag: 'pending' })
  return Number(block.timestamp)
}
