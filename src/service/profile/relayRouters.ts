// The public service's routers as of 25 November 2026. Sources: its changelog and `deployments/v3/addresses.json`, and
// orders of September and October 2026 for Arc and Robinhood.
import type { Address } from 'viem'
import type { RouterCapabilities, ServiceProfileChain, ServiceProfileRouter } from './types.js'

/** The capabilities of the newest known router. A router that only a listing names is assumed to have them. */
export const newestCapabilities: RouterCapabilities = {
  form: 'metadata',
  witness: 'msgValue',
  callLog: 'hash',
}

const maker =
  (label: string, capabilities: RouterCapabilities) =>
  (address: Address, approvalProxy: Address): ServiceProfileRouter & { approvalProxy: Address } => ({
    address,
    approvalProxy,
    ...capabilities,
    label,
  })

const v32 = maker('v3.2', newestCapabilities)
const v3 = maker('v3', { form: 'metadata', witness: 'metadata', callLog: 'bytes' })
const v21 = maker('v2.1', { form: 'plain', witness: 'plain', callLog: 'bytes' })

const usual = {
  newest: v32('0x0729e2a4716d9f7dd17858d5d504426d228697f7', '0x5567954cd026cebfe486062cb75848e0f1c12e58'),
  newer: v3('0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f', '0xccc88a9d1b4ed6b0eaba998850414b24f1c315be'),
  older: v21('0x3ec130b627944cad9b2750300ecb0a695da522b6', '0x58cc3e0aa6cd7bf795832a225179ec2d848ce3e7'),
}

// On chains without transient storage, the routers have different code, and so different addresses.
const withoutTransient = {
  newest: v32('0x6328ea02d28131e58b28e55c6258258a30d90e05', '0xe4dfbd5e6784db1058124e2c87554c0591f0fb7b'),
  newer: v3('0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819', '0x8754bc615047de01228a7527b712806a71a8dc9a'),
  older: v21('0xb758f3bfa7b9d39ef5457d7c7ffb3702f2ad3982', '0x953c95146eb8ce763f35caf2f1d46ddf6a33bea2'),
}

const newerOfZero = v3(
  '0xe16870b028704e38dbc254a84d3f72c8ba345ca9',
  '0xf6e54bbf91e564fcf0df3ed9f2dd82913e9232c3',
)

// An order of September 2026 names this router on Arc. Its approval proxy was not seen on Arc.
const { approvalProxy: _, ...newerOfArc } = usual.newer

type Routers = readonly ServiceProfileRouter[]

/**
 * Returns the routers of a chain, the one in use first.
 *
 * The changelog says that the newest router is on "all supported EVM chains". This list omits it on chains that are no longer
 * supported, on chains where no router was seen, and on chains without transient storage that the changelog does not name.
 */
export function relayRoutersOf(name: string, support: ServiceProfileChain['support']): { routers?: Routers } {
  const isNoLongerListed = support !== undefined
  const own = Object.hasOwn(special, name) ? special[name] : undefined
  if (own) return own.length > 0 ? { routers: own } : {}
  const { newest, newer, older } = usual
  return { routers: isNoLongerListed ? [newer, older] : [newest, newer, older] }
}

const special: Readonly<Record<string, Routers>> = {
  ...forAll(['tempo', 'doma', 'gensyn', 'robinhood'], [usual.newest, usual.newer]),
  arc: [usual.newest, newerOfArc],
  ...forAll(['cronos', 'metis', 'mantle', 'linea'], Object.values(withoutTransient)),
  ...forAll(['taiko', 'polygon_zkevm'], [withoutTransient.newer, withoutTransient.older]),
  zero: [newerOfZero, withoutTransient.older],
  onchain_points: [usual.older],
  ...forAll(['stable', 'megaeth', 'mythos', 'hychain'], []),
}

function forAll(names: readonly string[], routers: Routers): Record<string, Routers> {
  return Object.fromEntries(names.map((name) => [name, routers]))
}
