import { type Address, getAddress, type Hex, zeroHash } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { suggest } from '../../base/suggest.js'
import { toBytes, toRecord } from '../../base/values.js'
import type { ServiceProfileChain } from '../../service/profile/types.js'
import { DeployConfigError } from '../errors.js'
import type { WantedKind } from '../kinds.js'
import { readOptions } from '../readOptions.js'
import { explainIssue } from './explainIssue.js'
import { type KindConfig, type KindName, kindConfigs } from './kindConfigs.js'
import { type Roles, readRoles } from './readRoles.js'

const need = createNeed(DeployConfigError)

/** The configuration of one chain's receiver. */
export type DeployConfig = WantedKind & {
  /** The salt. Another salt gives another receiver. */
  salt: Hex
  /** The current holders of the roles, for comparisons. */
  roles: Roles | undefined
  /** The values that came from the profile, by field, since neither the file nor the options had them. */
  fromProfile: Readonly<Record<ProfileField, readonly string[]>>
  /** The guard that became a reserved address. */
  guard: Address | undefined
}

type ProfileField = (typeof profileFields)[number]

const profileFields = ['chainName', 'depository', 'routers', 'reserved'] as const

export type ReadDeployConfigParameters = {
  /** The content of the configuration file, if any. */
  file?: unknown
  /** Options, which override the file. */
  options?: Record<string, unknown>
  chainId: number
  /** The profile's chain, for defaults. */
  chain?: ServiceProfileChain | undefined
}

/**
 * Reads the configuration of a receiver on one chain. Later sources override earlier ones: the profile, the file, the file's
 * `chains` entry for this chain, the options.
 *
 * Nothing is guessed: the admin is required, and an unknown field is an error, since it may be misspelled.
 *
 * @throws {@link DeployConfigError} with the path of the field.
 *
 * @example
 * import { readDeployConfig } from 'fillproof/deploy'
 *
 * const { config } = readDeployConfig({
 *   file: {
 *     kind: 'signedOrderReceiver',
 *     admin: '0x1111111111111111111111111111111111111111',
 *     solvers: ['0xf70da97812cb96acdf810712aa562db8dfa3dbef'],
 *     tokens: [{ token: '0x0000000000000000000000000000000000000000', min: '10000000000000000', max: '1000000000000000000' }],
 *     chains: { 8453: { chainName: 'base' } },
 *   },
 *   chainId: 8453,
 * })
 *
 * config.solvers
 * // [{ solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF', start: 0, stop: 0 }]
 */
export function readDeployConfig(parameters: ReadDeployConfigParameters): DeployConfig {
  const { file = {}, options = {}, chainId, chain } = readOptions(parameters, 'chainId')
  const { chains, ...common } = readRecord(file, 'the configuration')
  const byChain = chains === undefined ? {} : readRecord(chains, 'chains')
  for (const id of Object.keys(byChain)) {
    if (!/^[1-9]\d*$/.test(id))
      throw new DeployConfigError({
        field: 'chains',
        value: id,
        requirement: 'an object with chain ids as keys',
      })
  }
  const own = byChain[chainId] === undefined ? {} : readRecord(byChain[chainId], `chains.${chainId}`)
  const merged: Record<string, unknown> = { ...common, ...own, ...options }
  const { kind: kindName, salt = zeroHash, roles, ...given } = merged
  const kind = readKind(kindName)
  const fields = addProfile(kind, given, chain)
  const schema = kindConfigs[kind](chainId)
  const result = schema.safeParse(fields)
  if (!result.success) {
    const problem = explainIssue({ error: result.error, schema, fields, others: ownFields })
    throw problem.field === 'chainName' && problem.value === undefined ? missingName(chainId) : problem
  }
  const wanted = { kind, config: result.data } as WantedKind
  return {
    ...wanted,
    salt: need(toBytes(salt, [32]), 'salt', salt, '32 bytes of hex'),
    roles: readRoles(roles),
    fromProfile: findAdded(given, result.data),
    guard: typeof given.guard === 'string' ? getAddress(given.guard) : undefined,
  }
}

/** Creates the error for a chain without a name. This happens only to chains that the profile does not have. */
function missingName(chainId: number): DeployConfigError {
  const metaMessages = [
    'The profile does not have this chain, and a contract with a wrong name refuses every order.',
    `Say --chain-name NAME, or {"chains":{"${chainId}":{"chainName":"NAME"}}} in the configuration.`,
  ]
  const requirement = `the name of chain ${chainId} in orders`
  return new DeployConfigError({ field: 'chainName', value: undefined, requirement, metaMessages })
}

function findAdded(given: Record<string, unknown>, config: KindConfig): DeployConfig['fromProfile'] {
  const read = (fields: Record<string, unknown>, field: string) =>
    [fields[field] ?? []].flat().map((value) => String(value))
  const added = profileFields.map((field) => {
    const named = [...read(given, field), ...(field === 'reserved' ? read(given, 'guard') : [])]
    const known = named.map((value) => value.toLowerCase())
    return [field, read(config, field).filter((value) => !known.includes(value.toLowerCase()))]
  })
  return Object.fromEntries(added)
}

/** The fields of a configuration that are not part of a kind's schema. */
const ownFields = ['kind', 'salt', 'roles', 'chains']

const kindNames =
  'signedOrderReceiver (the public service), inboxReceiver, attestedOrderReceiver, registeredTermsReceiver or paymentGuard'

function readKind(value: unknown): KindName {
  if (typeof value === 'string' && Object.hasOwn(kindConfigs, value)) return value as KindName
  const metaMessages = typeof value === 'string' ? suggest(value, Object.keys(kindConfigs)) : []
  throw new DeployConfigError({ field: 'kind', value, requirement: kindNames, metaMessages })
}

function readRecord(value: unknown, field: string): Record<string, unknown> {
  return need(toRecord(value), field, value, 'an object')
}

/**
 * Adds what the profile has for the chain to a configuration. The configuration's own fields take precedence.
 *
 * - By default a receiver accepts the service's routers, and a guard pays to the profile's depository.
 * - A receiver always reserves the depositories and the approval proxies: a payment to them could be taken by the service or by
 *   anyone.
 * - A receiver also reserves a chain's Permit2 if it has another address than the receiver's code knows.
 */
function addProfile(
  kind: KindName,
  fields: Record<string, unknown>,
  chain: ServiceProfileChain | undefined,
): Record<string, unknown> {
  if (!chain) return fields
  const { name: chainName, routers = [], depositories = [] } = chain
  const depository = chain.depository?.toLowerCase()
  if (kind === 'paymentGuard') return { chainName, ...(depository && { depository }), ...fields }
  const ofProfile = { chainName, routers: routers.map(({ address }) => address.toLowerCase()), ...fields }
  // A router that is its own proxy must not be paid. An accepted router is never paid, so it needs no reservation.
  const accepted = Array.isArray(ofProfile.routers)
    ? ofProfile.routers.map((value) => String(value).toLowerCase())
    : []
  const proxies = routers
    .map(({ approvalProxy }) => approvalProxy?.toLowerCase())
    .filter((proxy) => proxy && !accepted.includes(proxy))
  const others = depositories.map((address) => address.toLowerCase())
  const found = [depository, ...others, ...proxies, chain.permit2?.toLowerCase()]
  return { ...ofProfile, reserved: addMissing(fields.reserved ?? [], found) }
}

/** Returns which of the lists `routers` and `reserved` stay empty because the profile lacks the chain's contracts. */
export function findUnfilled(
  kind: KindName,
  chain: ServiceProfileChain | undefined,
): ('routers' | 'reserved')[] {
  const fields = addProfile(kind, {}, chain)
  if (kind === 'paymentGuard') return []
  return (['routers', 'reserved'] as const).filter((field) => [fields[field] ?? []].flat().length === 0)
}

/** Adds missing addresses to a list. Returns a value that is not a list unchanged, so that the schema rejects it. */
function addMissing(given: unknown, addresses: readonly (string | undefined)[]): unknown {
  if (!Array.isArray(given)) return given
  const known = given.map((value) => String(value).toLowerCase())
  return [...given, ...addresses.filter((address) => address && !known.includes(address))]
}
