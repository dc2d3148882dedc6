import { toText } from '../../base/values.js'
import { type DoctorRow, sameRow } from '../../service/doctor/rows.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainRecord } from '../../service/resources/chain.js'
import type { KindName } from '../config/kindConfigs.js'
import type { Difference } from './comparePolicy.js'
import { hashName, type Policy } from './policy.js'
import { type ServiceContracts, serviceContracts } from './serviceContracts.js'

export type CompareServiceParameters = {
  kind: KindName
  policy: Policy
  chainId: number
  /** The answer of GET /chains. */
  chains: readonly ChainRecord[]
  profile: ServiceProfile
  /** Unix seconds. Decides whether a solver's window is over. */
  now: number
}

type Facts = CompareServiceParameters & { own: ChainRecord; current: ServiceContracts }

/**
 * Compares a receiver or a guard with the service's list of chains, in both directions. The contract must list the service's
 * current router, proxies, depository and signer. Its solvers, routers, origins and chain names must be in the service's list.
 *
 * - In a row, `known` is the contract's value, and `found` is the service's value. A field that the service's list omits is not
 *   compared.
 * - Trust: the list is a claim of the service. It shows what to review, not whom to trust.
 */
export function compareService(parameters: CompareServiceParameters): DoctorRow[] {
  const { chainId, chains, profile } = parameters
  const own = chains.find(({ id }) => id === chainId)
  if (!own) return [differ('gone', `chain ${chainId}`, 'not listed', 'listed', meanings.chain)]
  const facts = { ...parameters, own, current: serviceContracts(own, profile) }
  const rows = comparisons.flatMap((compare) => compare(facts))
  return [
    ...sameRow('receiver', rows.filter(({ status }) => status === 'same').length, 'entry'),
    ...rows.filter(({ status }) => status !== 'same'),
  ]
}

/** Returns the rows that differ, as `deploy --check` reports them. */
export function toDifferences(rows: readonly DoctorRow[]): Difference[] {
  return rows
    .filter(({ status }) => status !== 'same')
    .map(({ subject, known = 'none', found = 'none' }) => {
      return { field: subject.replace(/^receiver: /, 'service: '), found: known, required: found }
    })
}

const comparisons: readonly ((facts: Facts) => DoctorRow[])[] = [
  compareName,
  compareDepository,
  compareSolvers,
  coverSigner,
  compareRouters,
  coverRouter,
  coverProxies,
  compareOrigins,
  compareChainNames,
]

function compareName({ policy: { nameHash }, own: { protocol } }: Facts): DoctorRow[] {
  const name = toText(protocol?.v2?.chainId)
  if (!name) return []
  if (hashName(name, nameHash) === nameHash) return [same]
  return [differ('changed', 'chain name', `another name (hash ${nameHash})`, name, meanings.name)]
}

/**
 * Checks that a guard pays the service's depository, or that a receiver has reserved it. A fill that pays the depository would be
 * lost to the user.
 */
function compareDepository({ policy, current: { depository } }: Facts): DoctorRow[] {
  const { depository: paid, reserved, routers } = policy
  if (!depository) return []
  if (paid !== undefined) {
    return depository === paid ? [same] : [differ('changed', 'depository', paid, depository, meanings.paid)]
  }
  if ([...reserved, ...routers].includes(depository)) return [same]
  return [differ('new', `depository ${depository}`, 'none', 'reserved', meanings.reserved)]
}

function compareSolvers({ policy: { solvers }, current }: Facts): DoctorRow[] {
  if (current.solvers.length === 0) return []
  return solvers
    .filter(({ solver }) => !current.solvers.includes(solver))
    .map(({ solver }) =>
      differ('gone', `solver ${solver}`, 'trusted', 'not of the service', meanings.stranger),
    )
}

function coverSigner({ policy: { solvers }, current: { signer }, now }: Facts): DoctorRow[] {
  if (signer === undefined) return []
  const own = solvers.find(({ solver }) => solver === signer)
  if (own && (own.stop === 0 || own.stop > now)) return [same]
  return [differ('new', `solver ${signer}`, own ? 'no longer trusted' : 'none', 'signs', meanings.signer)]
}

function compareRouters({ policy: { routers }, current }: Facts): DoctorRow[] {
  if (current.routers.length === 0) return []
  return routers
    .filter((router) => !current.routers.includes(router))
    .map((router) => differ('gone', `router ${router}`, 'allowed', 'not of the service', meanings.stranger))
}

/** Checks the router in use, which orders name as their fill contract. */
function coverRouter({ kind, policy: { routers }, current: { routerInUse } }: Facts): DoctorRow[] {
  if (!routerInUse || !takesRouters[kind]) return []
  if (routers.includes(routerInUse)) return [same]
  return [differ('new', `router ${routerInUse}`, 'none', 'in use', meanings.router)]
}

/** Whether an order may name a router as its fill contract. */
const takesRouters: Record<KindName, boolean> = {
  signedOrderReceiver: true,
  attestedOrderReceiver: true,
  inboxReceiver: false,
  registeredTermsReceiver: false,
  paymentGuard: false,
}

/**
 * Checks that the approval proxies are never paid: anyone can move tokens that a proxy holds. A router that is its own proxy
 * needs no entry, since a router is never paid.
 */
function coverProxies({ policy: { reserved, routers, depository }, current }: Facts): DoctorRow[] {
  if (depository !== undefined) return []
  return current.proxies.map((proxy) =>
    [...reserved, ...routers].includes(proxy)
      ? same
      : differ('new', `approval proxy ${proxy}`, 'none', 'reserved', meanings.reserved),
  )
}

function compareOrigins({ policy: { routes }, chains }: Facts): DoctorRow[] {
  return [...new Set(routes.map(({ chainId }) => Number(chainId)))].map((id) => {
    const origin = chains.find((chain) => chain.id === id)
    const row = (known: string, found: string) =>
      differ('gone', `origin ${id}`, known, found, meanings.origin)
    if (!origin) return row('not listed', 'listed')
    if (origin.disabled === true) return row('disabled', 'enabled')
    if (origin.depositEnabled === false) return row('takes no deposits', 'takes deposits')
    return same
  })
}

/** Checks the chain names. With a wrong name, the contract could mistake one chain for another. */
function compareChainNames({ policy: { chainNames }, chains }: Facts): DoctorRow[] {
  return chainNames.flatMap(({ name, chainId }) => {
    const listed = chains.find(({ id }) => id === Number(chainId))
    const required = listed ? toText(listed.protocol?.v2?.chainId) : 'no name, not listed'
    if (!required) return []
    if (required === name) return [same]
    return [differ('changed', `name of chain ${chainId}`, name, required, meanings.name)]
  })
}

const same: DoctorRow = { status: 'same', subject: 'receiver' }

function differ(
  status: DoctorRow['status'],
  subject: string,
  known: string,
  found: string,
  meaning: string,
): DoctorRow {
  return { status, subject: `receiver: ${subject}`, known, found, meaning }
}

const meanings = {
  chain: 'The service does not list its chain: expect no fills there.',
  name: 'An order that uses the other name is refused, or taken for another chain.',
  paid: 'Payments go to a depository that the service no longer names: pause the guard, and deploy one for the new one once another source confirms it.',
  reserved:
    'Only the list of recipients keeps a payment from it, which would be lost: reserve it (setReserved, or `deploy --apply`).',
  stranger: 'The service does not name it. Remove it, unless you know what it is for.',
  signer:
    'What it signs is refused. Trust it (setSolver, or `deploy --apply`) only once the service or another source confirms it.',
  router:
    'Every order that names it is refused (WrongFillContract). Once another source confirms it, list it (setRouter, or `deploy --apply`).',
  origin: 'Expect no orders from there.',
}
