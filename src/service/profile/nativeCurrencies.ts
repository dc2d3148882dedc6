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
export function nativeCurrencyOf(chain: string): { symbol: string; decimals: number } | undefined {
  const symbol = ether.has(chain) ? 'ETH' : symbols[chain]
  return symbol === undefined ? undefined : { symbol, decimals: 18 }
}
