import { zeroHash } from 'viem'
import { hashName, type Policy } from './readPolicy.js'
import type { RoleName, WantedPolicy } from './wantedPolicy.js'

/** Something that is otherwise than it should be. */
export type Difference = {
  /** Such as `solver 0x…`, `route 1 0x…` or `role admin`. */
  field: string
  found: string
  required: string
}

const none = 'none'

/** Holds what a contract says to a configuration, both ways: what is missing differs, and so does what is too much. */
export function comparePolicy(policy: Policy, chainId: number, wanted: WantedPolicy): Difference[] {
  const { roles } = wanted
  const root = (value: string | undefined) => (value === undefined || value === zeroHash ? none : value)
  return [
    ...compare('chain id', String(policy.chainId), String(chainId)),
    ...(policy.nameHash === hashName(wanted.chainName, policy.nameHash)
      ? []
      : [
          {
            field: 'chain name',
            found: `another name (hash ${policy.nameHash})`,
            required: wanted.chainName,
          },
        ]),
    ...compare('paused', policy.isPaused ? 'yes' : 'no', 'no'),
    ...compareLists(
      policy.solvers,
      wanted.solvers,
      ({ solver }) => `solver ${solver}`,
      ({ start, stop }) => `from ${start} to ${stop || 'no end'}`,
    ),
    ...compareLists(
      policy.routes,
      wanted.routes,
      ({ chainId: id, currency }) => `route ${id} ${currency}`,
      ({ min, max }) => `${min} to ${max}`,
    ),
    ...compareLists(
      policy.recipients,
      wanted.recipients,
      ({ recipient }) => `recipient ${recipient}`,
      ({ hook }) => (hook ? 'allowed, with a hook' : 'allowed'),
    ),
    ...compare('recipient root', root(policy.recipientRoot), root(wanted.recipientRoot)),
    ...compare('depository', policy.depository ?? none, wanted.depository ?? none),
    ...compareLists(
      policy.chainNames,
      wanted.chainNames,
      ({ name }) => `name of a chain ${name}`,
      ({ chainId: id, isEvm }) => `${id}, ${isEvm ? 'of the EVM' : 'not of the EVM'}`,
    ),
    ...compareLists(
      policy.paidRecipients,
      wanted.paidRecipients,
      ({ chainId: id, recipient }) => `recipient ${id} ${recipient}`,
      () => 'allowed',
    ),
    ...compareLists(
      policy.routers,
      wanted.routers,
      (router) => `router ${router}`,
      () => 'allowed',
    ),
    ...compareLists(
      policy.reserved,
      wanted.reserved,
      (account) => `reserved ${account}`,
      () => 'reserved',
    ),
    ...(Object.keys(roles) as RoleName[]).flatMap((role) =>
      compareLists(
        policy.roles[role] ?? [],
        roles[role] ?? [],
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
