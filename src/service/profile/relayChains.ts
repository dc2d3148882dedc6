import type { Address } from 'viem'
import { otherMachines } from '../../protocol/order/chainVm.js'
import type { ServiceProfileChain, ServiceProfileRouter } from './types.js'

/** A contract's chains: their ids by their names in orders. */
type Names = Readonly<Record<string, number>>

const depository: Address = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
const otherDepository: Address = '0x59916da825d2d2ec1bf878d71c88826f6633ecca'
const zeroDepository: Address = '0xa88cf7864951147a08707ed732237eaa9b1c3b9b'

const v3: ServiceProfileRouter = {
  address: '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
  version: 'v3',
  approvalProxy: '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
}
const older: ServiceProfileRouter = {
  address: '0x3ec130b627944cad9b2750300ecb0a695da522b6',
  version: 'v2.1',
  approvalProxy: '0x58cc3e0aa6cd7bf795832a225179ec2d848ce3e7',
}

// Chains without transient storage have other code, and so other addresses.
const v3WithoutTransient: ServiceProfileRouter = {
  address: '0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819',
  version: 'v3',
  approvalProxy: '0x8754bc615047de01228a7527b712806a71a8dc9a',
}
const v3OfZero: ServiceProfileRouter = {
  address: '0xe16870b028704e38dbc254a84d3f72c8ba345ca9',
  version: 'v3',
  approvalProxy: '0xf6e54bbf91e564fcf0df3ed9f2dd82913e9232c3',
}
const olderWithoutTransient: ServiceProfileRouter = {
  address: '0xb758f3bfa7b9d39ef5457d7c7ffb3702f2ad3982',
  version: 'v2.1',
  approvalProxy: '0x953c95146eb8ce763f35caf2f1d46ddf6a33bea2',
}

// biome-ignore format: as many to a line as fit
const most: Names = {
  ethereum: 1, optimism: 10, bnb: 56, gnosis: 100, unichain: 130, polygon: 137, monad: 143, sonic: 146, manta: 169,
  mint: 185, boba: 288, zksync: 324, shape: 360, appchain: 466, worldchain: 480, redstone: 690, flow: 747,
  hyperevm: 999, lisk: 1135, sei: 1329, story: 1514, gravity: 1625, soneium: 1868, swellchain: 1923, sanko: 1996,
  ronin: 2020, abstract: 2741, morph: 2818, somnia: 5031, superseed: 5330, cyber: 7560, powerloom: 7869,
  arena_z: 7897, b3: 8333, base: 8453, plasma: 9745, apechain: 33139, funki: 33979, mode: 34443, arbitrum: 42161,
  arbitrum_nova: 42170, celo: 42220, hemi: 43111, avalanche: 43114, gunz: 43419, zircuit: 48900,
  superposition: 55244, ink: 57073, bob: 60808, anime: 69000, berachain: 80094, blast: 81457, plume: 98866,
  syndicate: 510003, scroll: 534352, xai: 660279, katana: 747474, forma: 984122, ethereal: 5064014, zora: 7777777,
  corn: 21000000, degen: 666666666, ancient8: 888888888, rari: 1380012617,
}
// Settled by the oracle, and on no list of routers: see `extendProfile`.
// biome-ignore format: as many to a line as fit
const withoutRouters: Names = {
  stable: 988, megaeth: 4326, robinhood: 4663, arc: 5042, mythos: 42018,
}
const newest: Names = { tempo: 4217, doma: 97477, gensyn: 685689 }
// biome-ignore format: as many to a line as fit
const withoutTransient: Names = {
  cronos: 25, metis: 1088, polygon_zkevm: 1101, mantle: 5000, linea: 59144, taiko: 167000,
}
const listChains = (names: Names, contracts: Omit<ServiceProfileChain, 'id' | 'name'>) =>
  Object.entries(names).map(([name, id]): ServiceProfileChain => ({ id, name, ...contracts }))

/** The public service's chains, and its contracts on them. */
export const relayChains: readonly ServiceProfileChain[] = [
  ...listChains(most, { depository, routers: [v3, older] }),
  ...listChains(newest, { depository, routers: [v3] }),
  ...listChains(withoutRouters, { depository }),
  ...listChains({ onchain_points: 17071 }, { depository, routers: [older] }),
  ...listChains(withoutTransient, {
    depository: otherDepository,
    routers: [v3WithoutTransient, olderWithoutTransient],
  }),
  ...listChains({ zero: 543210 }, { depository: zeroDepository, routers: [v3OfZero, olderWithoutTransient] }),
  ...listChains({ hychain: 2911 }, { depository: otherDepository }),
  ...Object.entries(otherMachines).map(([name, { id }]) => ({ id, name })),
]
