import { encodeFunctionData, type Hex } from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import type { PolicyFields, PolicyLists } from '../config/kindConfigs.js'

/** A call that changes a policy. */
export type Change = {
  phase: 'remove' | 'change' | 'add' | 'release'
  step: string
  role: 'admin' | 'policy' | 'guardian'
  data: Hex
}

const abi = attestedOrderReceiverAbi

/** Plans the changes to one list or value of a policy. */
export type Planner = (policy: PolicyFields, wanted: PolicyFields) => Change[]

/** The planners of the lists, in the order of their changes. */
export const listPlanners: Record<keyof PolicyLists, Planner> = {
  solvers: planSolvers,
  routes: planRoutes,
  tokens: planTokens,
  recipients: planRecipients,
  // A guard needs the name of a chain before it accepts recipients there.
  chainNames: planChainNames,
  paidRecipients: planPaidRecipients,
  routers: (policy, wanted) => planAccounts('setRouter', policy.routers, wanted.routers),
  reserved: (policy, wanted) => planAccounts('setReserved', policy.reserved, wanted.reserved),
}

function planSolvers(policy: PolicyLists, wanted: PolicyLists): Change[] {
  return planEntries(policy.solvers, wanted.solvers, ({ solver }) => solver, {
    remove: ({ solver }) => ({
      step: 'revokeSolver',
      role: 'guardian',
      data: encodeFunctionData({ abi, functionName: 'revokeSolver', args: [solver] }),
    }),
    set: (config) => ({
      step: 'setSolver',
      role: 'policy',
      data: encodeFunctionData({ abi, functionName: 'setSolver', args: [config] }),
    }),
  })
}

function planRoutes(policy: PolicyLists, wanted: PolicyLists): Change[] {
  const encode = (config: PolicyLists['routes'][number]) => ({
    step: 'setRoute',
    role: 'policy' as const,
    data: encodeFunctionData({ abi, functionName: 'setRoute', args: [config] }),
  })
  return planEntries(policy.routes, wanted.routes, ({ chainId, currency }) => `${chainId} ${currency}`, {
    remove: (route) => encode({ ...route, min: 0n, max: 0n }),
    set: encode,
  })
}

function planTokens(policy: PolicyLists, wanted: PolicyLists): Change[] {
  const encode = ({ token, min, max }: PolicyLists['tokens'][number]) => ({
    step: 'setToken',
    role: 'policy' as const,
    data: encodeFunctionData({ abi, functionName: 'setToken', args: [token, min, max] }),
  })
  return planEntries(policy.tokens, wanted.tokens, ({ token }) => token, {
    remove: ({ token }) => encode({ token, min: 0n, max: 0n }),
    set: encode,
  })
}

function planRecipients(policy: PolicyLists, wanted: PolicyLists): Change[] {
  return planEntries(policy.recipients, wanted.recipients, ({ recipient }) => recipient, {
    remove: ({ recipient }) => ({
      step: 'removeRecipient',
      role: 'policy',
      data: encodeFunctionData({ abi, functionName: 'removeRecipient', args: [recipient] }),
    }),
    set: (config) => ({
      step: 'setRecipient',
      role: 'policy',
      data: encodeFunctionData({ abi, functionName: 'setRecipient', args: [config] }),
    }),
  })
}

function planPaidRecipients(policy: PolicyLists, wanted: PolicyLists): Change[] {
  const encode = ({ chainId, recipient }: PolicyLists['paidRecipients'][number], isAllowed: boolean) => ({
    step: 'setRecipient',
    role: 'policy' as const,
    data: encodeFunctionData({
      abi: paymentGuardAbi,
      functionName: 'setRecipient',
      args: [chainId, recipient, isAllowed],
    }),
  })
  const keyOf = ({ chainId, recipient }: PolicyLists['paidRecipients'][number]) => `${chainId} ${recipient}`
  return planEntries(policy.paidRecipients, wanted.paidRecipients, keyOf, {
    remove: (entry) => encode(entry, false),
    set: (entry) => encode(entry, true),
  })
}

/**
 * Plans the changes to a list of accounts. An address that becomes reserved is reserved before any addition. An address that is
 * no longer reserved is released last.
 */
function planAccounts(
  step: 'setRouter' | 'setReserved',
  found: PolicyLists['routers'],
  required: PolicyLists['routers'],
): Change[] {
  const isReserved = step === 'setReserved'
  return planEntries(found, required, String, {
    remove: (account) => encode(account, false),
    set: (account) => encode(account, true),
  }).map((change) =>
    isReserved ? { ...change, phase: change.phase === 'add' ? 'remove' : 'release' } : change,
  )

  function encode(account: PolicyLists['routers'][number], isSet: boolean): Planned {
    return {
      step,
      role: 'policy',
      data: encodeFunctionData({ abi, functionName: step, args: [account, isSet] }),
    }
  }
}

/** Plans chain names. A name that moves to another id is removed first, because the contract keeps names and ids unique. */
function planChainNames(policy: PolicyLists, wanted: PolicyLists): Change[] {
  const encode = (config: PolicyLists['chainNames'][number]) => ({
    step: 'setChain',
    role: 'policy' as const,
    data: encodeFunctionData({ abi: paymentGuardAbi, functionName: 'setChain', args: [config] }),
  })
  const keyOf = ({ name, chainId }: PolicyLists['chainNames'][number]) => `${chainId} ${name}`
  return planEntries(policy.chainNames, wanted.chainNames, keyOf, {
    remove: ({ name }) => encode({ name, chainId: 0n, isEvm: false }),
    set: encode,
  })
}

type Planned = Omit<Change, 'phase'>

type Encoders<entry> = {
  remove: (entry: entry) => Planned
  set: (entry: entry) => Planned
}

function planEntries<entry>(
  found: readonly entry[],
  required: readonly entry[],
  keyOf: (entry: entry) => string,
  { remove, set }: Encoders<entry>,
): Change[] {
  const there = new Map(found.map((entry) => [keyOf(entry), entry]))
  const wanted = new Set(required.map(keyOf))
  const removed = found.filter((entry) => !wanted.has(keyOf(entry)))
  return [
    ...removed.map((entry): Change => ({ phase: 'remove', ...remove(entry) })),
    ...required.flatMap((entry): Change[] => {
      const old = there.get(keyOf(entry))
      if (old === undefined) return [{ phase: 'add', ...set(entry) }]
      return isSame(old, entry) ? [] : [{ phase: 'change', ...set(entry) }]
    }),
  ]
}

/** Compares entries, which are addresses or flat objects with the same fields. */
function isSame<entry>(a: entry, b: entry): boolean {
  if (typeof a !== 'object' || a === null) return a === b
  return (Object.keys(a) as (keyof entry)[]).every((field) => a[field] === b[field])
}
