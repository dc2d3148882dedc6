import type { Address } from 'viem'
import { otherMachines } from '../../protocol/order/chainVm.js'
import { settledChains, unsettledChains } from '../../protocol/order/evmChains.js'
import type { ServiceProfileChain, ServiceProfileRouter } from './types.js'

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

/** The service's contracts on a chain. */
type Contracts = Pick<ServiceProfileChain, 'depository' | 'routers' | 'support'>

const usual: Contracts = { depository, routers: [v3, older] }
const onlyNewer: Contracts = { depository, routers: [v3] }
const withoutTransient: Contracts = {
  depository: otherDepository,
  routers: [v3WithoutTransient, olderWithoutTransient],
}
// On no list of routers: see `extendProfile`.
const withoutRouters: Contracts = { depository }

/** Where the contracts are not the usual ones. */
const contractsOf: Readonly<Record<string, Contracts>> = {
  ...forAll(['tempo', 'doma', 'gensyn'], onlyNewer),
  ...forAll(['stable', 'megaeth', 'arc', 'mythos'], withoutRouters),
  ...forAll(['cronos', 'metis', 'mantle', 'linea', 'taiko', 'polygon_zkevm'], withoutTransient),
  // A quote of October 2026 names the router. Its approval proxy was not seen.
  robinhood: { depository, routers: [{ address: v3.address, version: 'v3' }] },
  zero: { depository: zeroDepository, routers: [v3OfZero, olderWithoutTransient] },
  cyber: { ...usual, support: 'delisted' },
  onchain_points: { depository, routers: [older] },
  hychain: { depository: otherDepository },
}

/** Depositories on chains of other machines. */
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
  ...Object.entries(settledChains).map(([name, id]) => ({ id, name, ...(contractsOf[name] ?? usual) })),
  ...Object.entries(unsettledChains).map(([name, id]) => ({
    id,
    name,
    ...(contractsOf[name] ?? usual),
    support: 'unsettled' as const,
  })),
  ...Object.entries(otherMachines).flatMap(([name, { id }]) =>
    id === undefined ? [] : [{ id, name, depositories: otherDepositories[name] ?? [] }],
  ),
]

function forAll(names: readonly string[], contracts: Contracts): Record<string, Contracts> {
  return Object.fromEntries(names.map((name) => [name, contracts]))
}
