import { zeroHash } from 'viem'
import type { PolicyField, PolicyFields, PolicyLists } from '../config/kindConfigs.js'
import { hashName, type Policy } from './policy.js'
import type { RoleName, WantedPolicy } from './wantedPolicy.js'

/** A field whose value differs from the required one. */
export type Difference = {
  /** The field, such as `solver 0x…`, `route 1 0x…` or `role admin`. */
  field: string
  found: string
  required: string
}

const none = 'none'

/** Describes when a solver is active, such as `from 2027-01-15 08:00:00 UTC (1800000000), no end`. */
export function describeWindow({ start, stop }: PolicyLists['solvers'][number]): string {
  const begin = start === 0 ? 'at once' : `from ${describeTime(start)}`
  return `${begin}, ${stop === 0 ? 'no end' : `until ${describeTime(stop)}`}`
}

/** Formats a time of at most 48 bits, which a date can't always hold. */
function describeTime(seconds: number): string {
  if (seconds > 8_640_000_000_000) return String(seconds)
  const [date, time] = new Date(seconds * 1000).toISOString().split(/[T.]/)
  return `${date} ${time} UTC (${seconds})`
}

/** Compares a contract with a configuration. Missing entries are differences, and so are extra ones. */
export function comparePolicy(policy: Policy, chainId: number, wanted: WantedPolicy): Difference[] {
  return [
    ...compare('chain id', String(policy.chainId), String(chainId)),
    ...compareName(policy, wanted),
    ...compare('paused', policy.isPaused ? 'yes' : 'no', 'no'),
    ...(Object.keys(comparisons) as PolicyField[]).flatMap((field) => compareField(field, policy, wanted)),
    ...(Object.keys(wanted.roles) as RoleName[]).flatMap((role) =>
      compareLists(
        policy.roles[role] ?? [],
        wanted.roles[role] ?? [],
        (account) => `role ${role} ${account}`,
        () => 'held',
      ),
    ),
  ]
}

type Comparison<value> = (found: value, required: value) => Difference[]

const allowed = () => 'allowed'

const comparisons: { [name in PolicyField]: Comparison<PolicyFields[name]> } = {
  solvers: list(({ solver }) => `solver ${solver}`, describeWindow),
  routes: list(
    ({ chainId, currency }) => `route ${chainId} ${currency}`,
    ({ min, max }) => `${min} to ${max}`,
  ),
  tokens: list(
    ({ token }) => `token ${token}`,
    ({ min, max }) => `${min} to ${max}`,
  ),
  recipients: list(
    ({ recipient }) => `recipient ${recipient}`,
    ({ hook }) => (hook ? 'allowed, with a hook' : 'allowed'),
  ),
  recipientRoot: (found, required) => compare('recipient root', describeRoot(found), describeRoot(required)),
  depository: (found, required) => compare('depository', found ?? none, required ?? none),
  chainNames: list(
    ({ name }) => `name of a chain ${name}`,
    ({ chainId, isEvm }) => `${chainId}, ${isEvm ? 'of the EVM' : 'not of the EVM'}`,
  ),
  paidRecipients: list(({ chainId, recipient }) => `recipient ${chainId} ${recipient}`, allowed),
  routers: list((router) => `router ${router}`, allowed),
  reserved: list(
    (account) => `reserved ${account}`,
    () => 'reserved',
  ),
}

function compareField<name extends PolicyField>(
  name: name,
  { [name]: found }: PolicyFields,
  { [name]: required }: PolicyFields,
): Difference[] {
  return comparisons[name](found, required)
}

function list<entry>(
  nameOf: (entry: entry) => string,
  describe: (entry: entry) => string,
): Comparison<readonly entry[]> {
  return (found, required) => compareLists(found, required, nameOf, describe)
}

function compareName({ nameHash }: Policy, { chainName }: WantedPolicy): Difference[] {
  if (nameHash === hashName(chainName, nameHash)) return []
  return [{ field: 'chain name', found: `another name (hash ${nameHash})`, required: chainName }]
}

function describeRoot(root: string | undefined): string {
  return root === undefined || root === zeroHash ? none : root
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
