/** Chains by their names in orders, with their ids. */
type Chains = Readonly<Record<string, number>>

/** EVM chains that the public service's oracle settles. */
// biome-ignore format: as many to a line as fit
export const settledChains: Chains = {
  ethereum: 1, optimism: 10, cronos: 25, bnb: 56, gnosis: 100, unichain: 130, polygon: 137, monad: 143, sonic: 146,
  manta: 169, boba: 288, zksync: 324, shape: 360, worldchain: 480, flow: 747, stable: 988, hyperevm: 999, metis: 1088,
  lisk: 1135, sei: 1329, story: 1514, soneium: 1868, ronin: 2020, abstract: 2741, morph: 2818, tempo: 4217,
  megaeth: 4326, robinhood: 4663, mantle: 5000, somnia: 5031, arc: 5042, superseed: 5330, cyber: 7560, b3: 8333,
  base: 8453, plasma: 9745, apechain: 33139, mode: 34443, mythos: 42018, arbitrum: 42161, arbitrum_nova: 42170,
  celo: 42220, hemi: 43111, avalanche: 43114, gunz: 43419, zircuit: 48900, superposition: 55244, ink: 57073,
  linea: 59144, bob: 60808, anime: 69000, berachain: 80094, blast: 81457, doma: 97477, plume: 98866, taiko: 167000,
  syndicate: 510003, scroll: 534352, zero: 543210, gensyn: 685689, katana: 747474, ethereal: 5064014, zora: 7777777,
  degen: 666666666,
}

/** EVM chains of older lists, which the oracle no longer settles. */
// biome-ignore format: as many to a line as fit
export const unsettledChains: Chains = {
  mint: 185, appchain: 466, redstone: 690, polygon_zkevm: 1101, gravity: 1625, swellchain: 1923, sanko: 1996,
  hychain: 2911, powerloom: 7869, arena_z: 7897, onchain_points: 17071, funki: 33979, xai: 660279, forma: 984122,
  corn: 21000000, ancient8: 888888888, rari: 1380012617,
}

const testnetChains = ['base-sepolia', 'sepolia']

/** The chains of the mock service, alone and in a Hardhat project. */
const mockChains = ['mockorigin', 'mockdestination', 'origin', 'destination']

const known = new Set([
  ...Object.keys(settledChains),
  ...Object.keys(unsettledChains),
  ...testnetChains,
  ...mockChains,
])

export function isKnownEvmChain(name: string): boolean {
  return known.has(name)
}
