import { type Address, erc20Abi, isAddressEqual, zeroAddress } from 'viem'
import { classifyTransaction } from '../../service/fees/index.js'
import type { ChainContracts } from './contracts.js'
import type { ChainClient, NativeCurrency } from './createChainClient.js'
import type { FillRouter } from './router.js'

/** A currency of a chain; the native one has the zero address. */
export type ChainCurrency = {
  chainId: number
  address: Address
  symbol: string
  name: string
  decimals: number
}

/** A running chain with the service's contracts on it. */
export type Chain = {
  id: number
  /** The name in orders. */
  name: string
  rpcUrl: string
  /** Whether the mock runs the chain, rather than using an external endpoint. */
  isEmbedded: boolean
  /** The last block before the deployment of the service's contracts. */
  firstBlock: bigint
  client: ChainClient
  contracts: ChainContracts
  /** The router through which the solver fills. */
  router: FillRouter
  currencies: readonly ChainCurrency[]
}

/** The tokens of every chain, in the order in which chains list them. */
export const mockTokens = [
  { contract: 'token', symbol: 'USDC', name: 'USD Coin', decimals: 6 },
  { contract: 'wbtc', symbol: 'WBTC', name: 'Wrapped BTC', decimals: 8 },
  { contract: 'dai', symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 },
] as const

/** Creates the native currency, then the tokens. */
export function createCurrencies(
  chainId: number,
  contracts: ChainContracts,
  native: NativeCurrency = { symbol: 'ETH', name: 'Ether' },
): ChainCurrency[] {
  return [
    { chainId, address: zeroAddress, ...native, decimals: 18 },
    ...mockTokens.map(({ contract, ...token }) => ({ chainId, address: contracts[contract], ...token })),
  ]
}

export function isNative(currency: Address): boolean {
  return isAddressEqual(currency, zeroAddress)
}

/** Whether one of two currencies is the native currency and the other is its wrapper, judged by their symbols. */
export function isWrapOf(one: ChainCurrency, other: ChainCurrency): boolean {
  return classifyTransaction({ origin: one, destination: other }) === 'wrap'
}

export function tokensOf(currencies: readonly ChainCurrency[]): Address[] {
  return currencies.map(({ address }) => address).filter((address) => !isNative(address))
}

export function readBalance({ client }: Chain, currency: Address, holder: Address): Promise<bigint> {
  if (isNative(currency)) return client.getBalance({ address: holder })
  return client.readContract({ abi: erc20Abi, address: currency, functionName: 'balanceOf', args: [holder] })
}

/** Returns the time of a block mined now, in Unix seconds. */
export async function readChainTime(chain: Chain): Promise<number> {
  const block = await chain.client.getBlock({ blockTag: 'pending' })
  return Number(block.timestamp)
}
