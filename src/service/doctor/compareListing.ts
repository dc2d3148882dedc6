import { toChainId, toList, toText } from '../../base/values.js'
import { vmOfRead } from '../../protocol/order/chainVm.js'
import { listedRouters } from '../profile/listedRouters.js'
import type { ServiceProfile, ServiceProfileChain, ServiceProfileRouter } from '../profile/types.js'
import type { ChainRecord } from '../resources/chain.js'
import { type DoctorRow, groupChains, sameRow } from './rows.js'

/**
 * Compares a profile with the chains that the service lists: the chains themselves, their names, virtual machines,
 * depositories, routers, approval proxies and solvers, and whether they take deposits.
 *
 * - A fact that the listing omits is not compared. An `unsettled` or `delisted` chain need not be listed.
 * - Trust: only the service vouches for the listing. It shows what to review, not whom to trust.
 */
export function compareListing(profile: ServiceProfile, listed: readonly ChainRecord[]): DoctorRow[] {
  const chains = knownChains(profile)
  const rows: DoctorRow[] = []
  const same = new Map<string, number>()
  for (const record of listed) {
    const own = chains.find(({ id }) => id === record.id)
    if (!own) {
      rows.push(describeNew(record))
      continue
    }
    for (const { subject, row } of compareChain(own, record, profile)) {
      if (row) rows.push({ ...row, subject, chains: [own.name] })
      else same.set(subject, (same.get(subject) ?? 0) + 1)
    }
  }
  const absent = chains.filter(({ id, support }) => !support && !listed.some((record) => record.id === id))
  const gone = absent.map(({ id, name }): DoctorRow => {
    return { status: 'gone', subject: 'chain', chains: [`${name} (${id})`], meaning: meanings.absent }
  })
  return [
    ...[...same].flatMap(([subject, count]) => sameRow(subject, count, 'chain')),
    ...groupChains([...rows, ...gone]),
  ]
}

/**
 * Returns the profile's chains and its venue. The service lists the venue as a chain, but a profile may have it only in `venue`.
 */
function knownChains({ chains = [], venue }: ServiceProfile): readonly ServiceProfileChain[] {
  if (chains.some(({ id }) => id === venue.chainId)) return chains
  const { chainId: id, chainName: name, depository } = venue
  return [...chains, { id, name, ...(depository && { depositories: [depository] }) }]
}

function describeNew({ id, name, vmType, protocol }: ChainRecord): DoctorRow {
  const named = toText(protocol?.v2?.chainId) ?? toText(name) ?? 'unnamed'
  return {
    status: 'new',
    subject: 'chain',
    found: toText(vmType) ?? 'unknown machine',
    chains: [`${named} (${toChainId(id) ?? 'without an id'})`],
    meaning: meanings.unknown,
  }
}

type Compared = { subject: string; row?: Pick<DoctorRow, 'status' | 'known' | 'found' | 'meaning'> }

function compareChain(own: ServiceProfileChain, record: ChainRecord, profile: ServiceProfile): Compared[] {
  const { protocol, vmType, solverAddresses, disabled, depositEnabled } = record
  const vm = vmOfRead(own.name)
  const compare = (
    subject: string,
    known: readonly (string | undefined)[],
    found: unknown,
    meaning: string,
  ) => compareValue({ subject, known, found: toText(found), meaning })
  const takesDeposits = disabled !== true && depositEnabled !== false
  return [
    { subject: 'chain' },
    ...compare('name in orders', [own.name], protocol?.v2?.chainId, meanings.name),
    ...compare('virtual machine', [vm], vmType, meanings.machine),
    ...compare(
      'depository',
      [own.depository, ...(own.depositories ?? [])],
      protocol?.v2?.depository,
      meanings.depository,
    ),
    ...(own.support
      ? []
      : compare('deposits', ['taken'], takesDeposits ? 'taken' : 'not taken', meanings.closed)),
    ...compareSolver(solverOf(profile, vm), toList(solverAddresses)),
    ...compareRouters(own.routers ?? [], listedRouters(record)),
  ]
}

function compareValue(parameters: {
  subject: string
  known: readonly (string | undefined)[]
  found: string | undefined
  meaning: string
}): Compared[] {
  const { subject, known, found, meaning } = parameters
  if (found === undefined) return []
  const values = known.filter((value) => value !== undefined)
  if (values.some((value) => isSame(value, found))) return [{ subject }]
  if (values.length === 0) return [{ subject, row: { status: 'new', found, meaning } }]
  return [{ subject, row: { status: 'changed', known: values.join(', '), found, meaning } }]
}

function solverOf({ solvers }: ServiceProfile, vm: string | undefined): string | undefined {
  return solvers?.[vm as keyof typeof solvers]
}

/** Compares the solver that signs. Other listed accounts are not a difference, since fills come from several accounts. */
function compareSolver(known: string | undefined, listed: readonly unknown[]): Compared[] {
  const found = listed.flatMap((value) => toText(value) ?? [])
  if (known === undefined || found.length === 0) return []
  const subject = 'solver'
  if (found.some((value) => isSame(known, value))) return [{ subject }]
  return [{ subject, row: { status: 'changed', known, found: found.join(', '), meaning: meanings.solver } }]
}

function compareRouters(
  known: readonly ServiceProfileRouter[],
  listed: readonly ServiceProfileRouter[],
): Compared[] {
  return listed.flatMap((router, index) => {
    const subject = index === 0 ? 'router in use' : 'further router'
    const own = known.find(({ address }) => isSame(address, router.address))
    const found = describePair(router)
    if (!own) return [{ subject, row: { status: 'new', found, meaning: meanings.router } }]
    const [first] = known
    if (index === 0 && first !== own) {
      const changed = {
        status: 'changed',
        known: describePair(first!),
        found,
        meaning: meanings.inUse,
      } as const
      return [{ subject, row: changed }]
    }
    const proxies = compareValue({
      subject: `approval proxy of ${router.address}`,
      known: [own.approvalProxy],
      found: router.approvalProxy,
      meaning: meanings.proxy,
    })
    return [{ subject }, ...proxies.filter(({ row }) => row !== undefined)]
  })
}

function describePair({ address, approvalProxy }: ServiceProfileRouter): string {
  return `${address}, ${approvalProxy ? `proxy ${approvalProxy}` : 'no proxy'}`
}

/** Whether two addresses are equal. Base58 and bech32 are case-sensitive; hex is not. */
function isSame(one: string, other: string): boolean {
  return one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other
}

const addChain = 'take it from a newer profile, or add it with extendProfile once another source confirms it.'

const meanings = {
  unknown: `A quote from or to this chain is refused, since fillproof does not know it: ${addChain}`,
  absent:
    'The service does not list this chain: expect no quotes from or to it. Earlier deposits can still settle.',
  name: 'An order that uses the new name is refused, since fillproof knows no such chain.',
  machine:
    'fillproof encodes addresses of this chain for the virtual machine that it knows, so orders do not match.',
  depository:
    'A deposit to the new address is refused. The oracle counts only one address: compare it with another source before you trust it.',
  closed: 'A deposit there may not be filled: quote from another chain.',
  solver:
    'The service does not list the signer that the profile trusts. A signature by another key is refused: ask the service who signs, and do not trust a key only because it is listed.',
  router: `A quote that names this router is refused before anything is signed, and a receiver refuses its fills until the admin lists the router (setRouter): ${addChain}`,
  inUse:
    'The profile knows both routers. A receiver refuses fills by the router in use until the receiver lists that router.',
  proxy: `An approval to this proxy is refused, and a receiver should reserve its address, since anyone can move what it holds: ${addChain}`,
}
