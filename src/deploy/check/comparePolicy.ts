import type { Address } from 'viem'
import type { DeployConfig } from '../config/readDeployConfig.js'
import { hashName, type Policy, type RoleName } from './readPolicy.js'

/** Something that is otherwise than it should be. */
export type Difference = {
  /** Such as `solver 0x…`, `route 1 0x…` or `role admin`. */
  field: string
  found: string
  required: string
}

const none = 'none'

/** Who should hold each role: the admin, where the configuration does not say. */
export function requiredRoles({ config, roles }: DeployConfig): Record<RoleName, readonly Address[]> {
  const {
    admin = [config.admin],
    policy = [config.admin],
    guardian = [config.admin],
    rescue = [config.admin],
  } = roles ?? {}
  return { admin, policy, guardian, rescue }
}

/** Holds what a receiver says to a configuration, both ways: what is missing differs, and so does what is too much. */
export function comparePolicy(policy: Policy, chainId: number, wanted: DeployConfig): Difference[] {
  const { config } = wanted
  const roles = requiredRoles(wanted)
  const nameHash = hashName(config.chainName)
  return [
    ...compare('chain id', String(policy.chainId), String(chainId)),
    ...(policy.nameHash === nameHash
      ? []
      : [
          {
            field: 'chain name',
            found: `another name (hash ${policy.nameHash})`,
            required: config.chainName,
          },
        ]),
    ...compare('paused', policy.isPaused ? 'yes' : 'no', 'no'),
    ...compareLists(
      policy.solvers,
      config.solvers,
      ({ solver }) => `solver ${solver}`,
      ({ start, stop }) => `from ${start} to ${stop || 'no end'}`,
    ),
    ...compareLists(
      policy.routes,
      config.routes,
      ({ chainId: id, currency }) => `route ${id} ${currency}`,
      ({ min, max }) => `${min} to ${max}`,
    ),
    ...compareLists(
      policy.recipients,
      config.recipients,
      ({ recipient }) => `recipient ${recipient}`,
      ({ hook }) => (hook ? 'allowed, with a hook' : 'allowed'),
    ),
    ...compareLists(
      policy.routers,
      config.routers,
      (router) => `router ${router}`,
      () => 'allowed',
    ),
    ...compareLists(
      policy.reserved,
      config.reserved,
      (account) => `reserved ${account}`,
      () => 'reserved',
    ),
    ...(Object.keys(roles) as RoleName[]).flatMap((role) =>
      compareLists(
        policy.roles[role],
        roles[role],
        (account) => `role ${role} ${account}`,
        () => 'held',
      ),
    ),
  ]
}

function compareLists<entry>(
  found: readonly entry[],
  required: readonly entry[],
  nameOf: (entry: entry) => string,
  describe: (entry: entry) => string,
): Difference[] {
  const describeAll = (entries: readonly entry[]) =>
    new Map(entries.map((entry) => [nameOf(entry), describe(entry)]))
  const [there, wanted] = [describeAll(found), describeAll(required)]
  return [...new Set([...wanted.keys(), ...there.keys()])].flatMap((field) =>
    compare(field, there.get(field) ?? none, wanted.get(field) ?? none),
  )
}

function compare(field: string, found: string, required: string): Difference[] {
  return found === required ? [] : [{ field, found, required }]
}
