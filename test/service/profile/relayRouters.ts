// The public service's routers, as `deployments/v3/addresses.json` and its forerunner for v2.1 list them, chain by chain;
// the newest by the changelog, for all supported chains.
import type { ServiceProfileRouter } from '../../../src/index.js'
import { metadataRouter, msgValueRouter, plainRouter } from '../../support/routerKinds.js'

const read = (ids: string) => ids.trim().split(/\s+/).map(Number)

const cancun = read(`
  1 10 56 100 130 137 143 146 169 185 288 324 360 466 480 690 714 747 999 1135 1329 1424 1514 1625 1868 1923 1996 2020
  2741 2818 4217 5031 5330 7560 7869 7897 8333 8453 9745 33139 33979 34443 42161 42170 42220 43111 43114 43419 48900
  55244 57073 60808 69000 80094 81457 97477 98866 510003 534352 660279 685689 747474 984122 5064014 7777777 21000000
  84530008 666666666 845300014 888888888 1380012617`)
const london = read('25 1088 1101 5000 59144 167000')
const onlyV3 = [714, 4217, 97477, 685689]

export type ListedRouter = Required<Omit<ServiceProfileRouter, 'assumed'>> & { chainIds: readonly number[] }

/** Without transient storage, and not named for the newest router. */
const withoutNewest = [1101, 167000]

export const listedRouters: readonly ListedRouter[] = [
  {
    ...msgValueRouter,
    address: '0x0729e2a4716d9f7dd17858d5d504426d228697f7',
    approvalProxy: '0x5567954cd026cebfe486062cb75848e0f1c12e58',
    chainIds: cancun,
  },
  {
    ...msgValueRouter,
    address: '0x6328ea02d28131e58b28e55c6258258a30d90e05',
    approvalProxy: '0xe4dfbd5e6784db1058124e2c87554c0591f0fb7b',
    chainIds: london.filter((id) => !withoutNewest.includes(id)),
  },
  {
    ...metadataRouter,
    address: '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
    approvalProxy: '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be',
    chainIds: cancun,
  },
  {
    ...metadataRouter,
    address: '0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819',
    approvalProxy: '0x8754bc615047de01228a7527b712806a71a8dc9a',
    chainIds: london,
  },
  {
    ...metadataRouter,
    address: '0xe16870b028704e38dbc254a84d3f72c8ba345ca9',
    approvalProxy: '0xf6e54bbf91e564fcf0df3ed9f2dd82913e9232c3',
    chainIds: [543210],
  },
  {
    ...plainRouter,
    address: '0x3ec130b627944cad9b2750300ecb0a695da522b6',
    approvalProxy: '0x58cc3e0aa6cd7bf795832a225179ec2d848ce3e7',
    chainIds: [...cancun.filter((id) => !onlyV3.includes(id)), 17071],
  },
  {
    ...plainRouter,
    address: '0xb758f3bfa7b9d39ef5457d7c7ffb3702f2ad3982',
    approvalProxy: '0x953c95146eb8ce763f35caf2f1d46ddf6a33bea2',
    chainIds: [...london, 543210],
  },
]

/** Chains of the lists that neither the oracle nor `GET /chains` names. */
export const unnamedChains: readonly number[] = [714, 1424, 70700, 70701, 84530008, 845300014]

/** The oracle's names, `configs/chains.mainnets.prod.json`. */
// biome-ignore format: as many to a line as fit
export const oracleNames: Readonly<Record<string, number>> = {
  ethereum: 1, optimism: 10, cronos: 25, bnb: 56, gnosis: 100, unichain: 130, polygon: 137, monad: 143,
  sonic: 146, manta: 169, boba: 288, zksync: 324, shape: 360, worldchain: 480, flow: 747, stable: 988,
  hyperevm: 999, metis: 1088, lisk: 1135, sei: 1329, story: 1514, soneium: 1868, ronin: 2020, abstract: 2741,
  morph: 2818, tempo: 4217, megaeth: 4326, robinhood: 4663, mantle: 5000, somnia: 5031, arc: 5042,
  superseed: 5330, cyber: 7560, b3: 8333, base: 8453, plasma: 9745, apechain: 33139, mode: 34443,
  mythos: 42018, arbitrum: 42161, arbitrum_nova: 42170, celo: 42220, hemi: 43111, avalanche: 43114,
  gunz: 43419, zircuit: 48900, superposition: 55244, ink: 57073, linea: 59144, bob: 60808, anime: 69000,
  berachain: 80094, blast: 81457, doma: 97477, plume: 98866, taiko: 167000, syndicate: 510003,
  scroll: 534352, zero: 543210, gensyn: 685689, katana: 747474, ethereal: 5064014, zora: 7777777,
  degen: 666666666,
}

/** Chains that the oracle does not list, by the names of the service's `GET /chains`. */
// biome-ignore format: as many to a line as fit
export const otherNames: Readonly<Record<string, number>> = {
  mint: 185, appchain: 466, redstone: 690, gravity: 1625, swellchain: 1923, sanko: 1996, powerloom: 7869,
  arena_z: 7897, funki: 33979, xai: 660279, forma: 984122, corn: 21000000, ancient8: 888888888,
  rari: 1380012617, polygon_zkevm: 1101, onchain_points: 17071, hychain: 2911,
}

/** The depositories, `deployments/addresses.prod.json`, and those that the oracle has besides. */
export const listedDepositories: Readonly<Record<string, readonly number[]>> = {
  '0x4cd00e387622c35bddb9b4c962c136462338bc31': [
    ...cancun,
    ...[988, 17071, 70700, 70701, 4326, 4663, 5042, 42018],
  ],
  '0x59916da825d2d2ec1bf878d71c88826f6633ecca': [...london, 2911],
  '0xa88cf7864951147a08707ed732237eaa9b1c3b9b': [543210],
}
