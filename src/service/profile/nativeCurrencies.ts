/** The symbol of a native currency other than ETH, by the chain's name in orders (`nativeCurrency` of viem 2.57.1). */
const others: Readonly<Record<string, string>> = {
  cronos: 'CRO',
  bnb: 'BNB',
  gnosis: 'XDAI',
  polygon: 'POL',
  monad: 'MON',
  sonic: 'S',
  flow: 'FLOW',
  stable: 'USDT0',
  hyperevm: 'HYPE',
  metis: 'METIS',
  sei: 'SEI',
  ronin: 'RON',
  mantle: 'MNT',
  somnia: 'SOMI',
  arc: 'USDC',
  plasma: 'XPL',
  apechain: 'APE',
  celo: 'CELO',
  avalanche: 'AVAX',
  gunz: 'GUN',
  berachain: 'BERA',
  plume: 'PLUME',
  degen: 'DEGEN',
  gravity: 'G',
  sanko: 'DMT',
  hychain: 'TOPIA',
  xai: 'XAI',
  forma: 'TIA',
  corn: 'BTCN',
}

/** Chains that viem does not list, or lists with several names or other decimals. */
const unknown: readonly string[] = [
  ...['story', 'tempo', 'mythos', 'anime', 'doma', 'syndicate', 'ethereal', 'appchain'],
  ...['powerloom', 'onchain_points', 'rari'],
]

/** The native currency of an EVM chain; undefined is unknown. */
export function nativeCurrencyOf(chain: string): { symbol: string; decimals: number } | undefined {
  return unknown.includes(chain) ? undefined : { symbol: others[chain] ?? 'ETH', decimals: 18 }
}
