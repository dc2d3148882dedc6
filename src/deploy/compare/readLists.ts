import type { Address, Hex } from 'viem'
import { roleIds } from '../../contract/roleIds.js'
import type { PolicyLists } from '../config/kindConfigs.js'
import type { Contract } from './openContract.js'
import { hashName, type Policy } from './policy.js'
import type { History } from './readHistory.js'
import type { RoleName, WantedPolicy } from './wantedPolicy.js'

/** Reads which entries are set now, of the entries that the configuration or an event contains. */
export async function readLists(
  contract: Contract,
  wanted: WantedPolicy,
  history: History,
  nameHash: Hex,
): Promise<PolicyLists> {
  const { receiver, guard, at } = contract
  const accounts = [...wanted.reserved, ...history.ReservedSet.map(({ account }) => account)]
  return {
    solvers: await readSolvers(contract, wanted, history),
    routes: await readRoutes(contract, wanted, history),
    tokens: await collect(
      [...wanted.tokens, ...history.TokenSet],
      ({ token }) => token,
      async ({ token }) => {
        const [min, max] = await receiver.tokenRange([token], at)
        return max === 0n ? undefined : { token, min, max }
      },
    ),
    recipients: await collect(
      [...wanted.recipients, ...history.RecipientSet],
      ({ recipient }) => recipient,
      async ({ recipient }) => {
        const [allowed, hook] = await receiver.recipientStatus([recipient], at)
        return allowed ? { recipient, hook } : undefined
      },
    ),
    routers: await collect(
      [...wanted.routers, ...history.RouterSet.map(({ router }) => router)],
      String,
      async (router) => ((await receiver.isRouter([router], at)) ? router : undefined),
    ),
    reserved: await collect(accounts, String, (account) => readReserved(contract, history, account)),
    chainNames: await readChainNames(contract, wanted, history, nameHash),
    paidRecipients: await collect(
      [...wanted.paidRecipients, ...history.PaidRecipientSet],
      ({ chainId, recipient }) => `${chainId} ${recipient}`,
      async ({ chainId, recipient }) =>
        (await guard.isRecipientAllowed([chainId, recipient], at)) ? { chainId, recipient } : undefined,
    ),
  }
}

async function readSolvers({ receiver, at }: Contract, wanted: WantedPolicy, history: History) {
  const named = [...wanted.solvers, ...history.SolverSet].map(({ solver }) => solver)
  return collect(named, String, async (solver) => {
    const [start, stop] = await receiver.solverWindow([solver], at)
    // Two zeros mean that the solver is trusted without limit, or that it is not in the list.
    const isSet = start !== 0 || stop !== 0 || (await receiver.isSolverActive([solver], at))
    return isSet ? { solver, start, stop } : undefined
  })
}

async function readRoutes({ receiver, at }: Contract, wanted: WantedPolicy, history: History) {
  return collect(
    [...wanted.routes, ...history.RouteSet],
    ({ chainId, currency }) => `${chainId} ${currency}`,
    async ({ chainId, currency }) => {
      const [min, max] = await receiver.route([chainId, currency], at)
      return max === 0n ? undefined : { chainId, currency, min, max }
    },
  )
}

/**
 * Reads whether an address is reserved. The view also returns true for a router, so the last event about the address decides.
 * Without such an event, the address counts as reserved only if no events were read.
 */
async function readReserved({ receiver, at }: Contract, { ReservedSet, isRead }: History, account: Address) {
  const last = ReservedSet.findLast((event) => event.account === account)
  const isMeant = last ? last.reserved : !isRead
  return isMeant && (await receiver.isReserved([account], at)) ? account : undefined
}

async function readChainNames(
  { isGuard, guard, orders, at }: Contract,
  wanted: WantedPolicy,
  history: History,
  nameHash: Hex,
) {
  const names = [...wanted.chainNames, ...history.ChainSet].map(({ name }) => name)
  // A guard's own name is not in its list.
  const listed = names.filter((name) => !isGuard || hashName(name, nameHash) !== nameHash)
  return collect(listed, String, async (name) => {
    const [chainId, isEvm] = isGuard ? await readGuardChain(name) : await orders.chainOf([name], at)
    return chainId === 0n ? undefined : { name, chainId, isEvm }
  })

  async function readGuardChain(name: string): Promise<readonly [bigint, boolean]> {
    const id = await guard.chainIdOf([name], at)
    return [id, await guard.isEvmChain([id], at)]
  }
}

/** Returns the accounts that hold each role now, of the accounts that the configuration or an event contains. */
export async function readGrantedRoles(
  { receiver, at }: Contract,
  wanted: WantedPolicy,
  history: History,
): Promise<Policy['roles']> {
  const roles: Policy['roles'] = {}
  for (const name of Object.keys(wanted.roles) as RoleName[]) {
    const role = roleIds[name]
    const granted = history.RoleGranted.filter((grant) => grant.role === role)
    const accounts = [...(wanted.roles[name] ?? []), ...granted.map(({ account }) => account)]
    roles[name] = await collect(accounts, String, async (account) =>
      (await receiver.hasRole([role, account], at)) ? account : undefined,
    )
  }
  return roles
}

/** The most calls to send at once. */
const parallel = 16

/** Reads each entry once, and omits entries that are not set. */
async function collect<entry, value>(
  entries: readonly entry[],
  keyOf: (entry: entry) => string,
  read: (entry: entry) => Promise<value | undefined>,
): Promise<value[]> {
  const unique = [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()]
  const values: value[] = []
  for (let index = 0; index < unique.length; index += parallel) {
    const found = await Promise.all(unique.slice(index, index + parallel).map(read))
    values.push(...found.filter((value) => value !== undefined))
  }
  return values
}
