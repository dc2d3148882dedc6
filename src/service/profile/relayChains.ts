import type { Address } from 'viem'
import { otherMachines } from '../../protocol/order/chainVm.js'
import { settledChains, unsettledChains } from '../../protocol/order/evmChains.js'
import { relayRoutersOf } from './relayRouters.js'
import type { ServiceProfileChain } from './types.js'

/** The native currencies of EVM chains, by the chains' names in orders (`nativeCurrency` of viem 2.57.1). All have 18 decimals. */
// biome-ignore format: as many to a line as fit
const symbols: Readonly<Record<string, string>> = {
  cronos: 'CRO', bnb: 'BNB', gnosis: 'XDAI', polygon: 'POL', monad: 'MON', sonic: 'S', flow: 'FLOW', stable: 'USDT0',
  hyperevm: 'HYPE', metis: 'METIS', sei: 'SEI', ronin: 'RON', mantle: 'MNT', somnia: 'SOMI', arc: 'USDC',
  plasma: 'XPL', apechain: 'APE', celo: 'CELO', avalanche: 'AVAX', gunz: 'GUN', berachain: 'BERA', plume: 'PLUME',
  degen: 'DEGEN', gravity: 'G', sanko: 'DMT', hychain: 'TOPIA', xai: 'XAI', forma: 'TIA', corn: 'BTCN',
}

/** The chains whose native currency is ETH. */
// biome-ignore format: as many to a line as fit
const ether: ReadonlySet<string> = new Set([
  'ethereum', 'optimism', 'unichain', 'manta', 'boba', 'zksync', 'shape', 'worldchain', 'lisk', 'soneium', 'abstract',
  'morph', 'megaeth', 'robinhood', 'superseed', 'cyber', 'b3', 'base', 'mode', 'arbitrum', 'arbitrum_nova', 'hemi',
  'zircuit', 'superposition', 'ink', 'linea', 'bob', 'blast', 'taiko', 'scroll', 'zero', 'gensyn', 'katana', 'zora',
  'mint', 'redstone', 'polygon_zkevm', 'swellchain', 'arena_z', 'funki', 'ancient8',
])

/**
 * Returns the native currency of a chain. Undefined if viem does not list the chain, lists more than one symbol for it, or lists
 * decimals other than 18.
 */
function nativeCurrencyOf(chain: string): { symbol: string; decimals: number } | undefined {
  const symbol = ether.has(chain) ? 'ETH' : symbols[chain]
  return symbol === undefined ? undefined : { symbol, decimals: 18 }
}

const depository: Address = '0x4cd00e387622c35bddb9b4c962c136462338bc31'

/** The depositories of chains that do not have the usual one. */
const depositories: Readonly<Record<string, Address>> = {
  ...Object.fromEntries(
    ['cronos', 'metis', 'mantle', 'linea', 'taiko', 'polygon_zkevm', 'hychain'].map((name) => [
      name,
      '0x59916da825d2d2ec1bf878d71c88826f6633ecca' as const,
    ]),
  ),
  zero: '0xa88cf7864951147a08707ed732237eaa9b1c3b9b',
}

/**
 * The addresses of Permit2 on chains that do not have it at the usual address. Source: the Permit2 with which the chain's
 * approval proxy was deployed (`deployments/v3/addresses.json`).
 */
const permit2s: Readonly<Record<string, Address>> = { zero: '0x6b4420f66de496d18a6c36367cf7f1440fd9289f' }

/** Wrapped native currencies, as Uniswap lists them (`WETH9` of @uniswap/sdk-core 7.19.4, 2026-09-28). */
const wrappedNatives: Readonly<Record<string, Address>> = {
  ethereum: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  bnb: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  polygon: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  monad: '0x3bd359c1119da7da1d913d1c4d2b7c461115433a',
  zksync: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
  robinhood: '0x0bd7d308f8e1639fab988df18a8011f41eacad73',
  arbitrum: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  avalanche: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  linea: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
  blast: '0x4300000000000000000000000000000000000004',
  ...Object.fromEntries(
    ['optimism', 'unichain', 'worldchain', 'soneium', 'megaeth', 'base', 'ink', 'zora'].map((name) => [
      name,
      '0x4200000000000000000000000000000000000006' as const,
    ]),
  ),
}

/** The depositories on chains that are not EVM chains. */
const otherDepositories: Readonly<Record<string, readonly string[]>> = {
  solana: ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2'],
  eclipse: ['99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2'],
  hyperliquid: ['0x865eb9baa5492cef598adf7afb1038654fcb7081', '0x66cf0aace1b4e562593bec10ec7868fba9932224'],
  bitcoin: ['1KT3zCYUrmQxjcveUNs1Rs7WcXDcPQZ4av', 'bc1qzmtn0q92ayejt2hpffvlktcpmyy7vvsd06sefu'],
  lighter: ['723071', '731033'],
  tron: ['TXtEs6t2oUWQsNos7m68gbHdE9Q5n6x2oN'],
  ton: ['0:ab746b034ea036b7ac5147837a57827bd3917bc3f5506d47479e87ec87ef2554'],
}

/** The public service's chains, and its contracts on them. */
export const relayChains: readonly ServiceProfileChain[] = [
  ...Object.entries(settledChains).map(([name, id]) =>
    describeChain(id, name, name === 'cyber' ? 'delisted' : undefined),
  ),
  ...Object.entries(unsettledChains).map(([name, id]) => describeChain(id, name, 'unsettled')),
  ...Object.entries(otherMachines).flatMap(([name, { id }]) =>
    id === undefined ? [] : [{ id, name, depositories: otherDepositories[name] ?? [] }],
  ),
]

function describeChain(
  id: number,
  name: string,
  support: ServiceProfileChain['support'],
): ServiceProfileChain {
  const currency = nativeCurrencyOf(name)
  return {
    id,
    name,
    ...(currency && { currency }),
    depository: depositories[name] ?? depository,
    ...(wrappedNatives[name] && { wrappedNative: wrappedNatives[name] }),
    ...(permit2s[name] && { permit2: permit2s[name] }),
    ...relayRoutersOf(name, support),
    ...(support && { support }),
  }
}
