import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
} from 'viem'
import { attestedOrderReceiverAbi as abi } from '../../generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi as guardAbi } from '../../generated/abi/paymentGuard.js'
import type { PolicyFields, PolicyLists } from '../config/kindConfigs.js'

/** A call that changes a policy. */
export type Change = {
  phase: 'remove' | 'change' | 'add' | 'release'
  step: string
  role: 'admin' | 'policy' | 'guardian'
  data: Hex
}

type Planned = Omit<Change, 'phase'> & Partial<Pick<Change, 'phase'>>

type Entry<name extends keyof PolicyLists> = PolicyLists[name][number]

/** Plans the call of one function, which needs a role. */
export function planCall<const abi extends Abi, name extends ContractFunctionName<abi, 'nonpayable'>>(
  abi: abi,
  step: name,
  args: ContractFunctionArgs<abi, 'nonpayable', name>,
  role: Change['role'] = 'policy',
): Planned {
  return { step, role, data: encodeFunctionData<Abi>({ abi, functionName: step, args: args as unknown[] }) }
}

/** Plans the changes to one list or value of a policy. */
export type Planner = (policy: PolicyFields, wanted: PolicyFields) => Change[]

/** The planners of the lists, in the order of their changes. */
export const listPlanners: Record<keyof PolicyLists, Planner> = {
  solvers: entries('solvers', ({ solver }) => solver, {
    remove: ({ solver }) => planCall(abi, 'revokeSolver', [solver], 'guardian'),
    set: (solver) => planCall(abi, 'setSolver', [solver]),
  }),
  routes: entries('routes', ({ chainId, currency }) => `${chainId} ${currency}`, {
    remove: (route) => planCall(abi, 'setRoute', [{ ...route, min: 0n, max: 0n }]),
    set: (route) => planCall(abi, 'setRoute', [route]),
  }),
  tokens: entries('tokens', ({ token }) => token, {
    remove: ({ token }) => planCall(abi, 'setToken', [token, 0n, 0n]),
    set: ({ token, min, max }) => planCall(abi, 'setToken', [token, min, max]),
  }),
  recipients: entries('recipients', ({ recipient }) => recipient, {
    remove: ({ recipient }) => planCall(abi, 'removeRecipient', [recipient]),
    set: (recipient) => planCall(abi, 'setRecipient', [recipient]),
  }),
  // A guard needs the name of a chain before it accepts recipients there. A name that moves to another id is removed first,
  // because the contract keeps names and ids unique.
  chainNames: entries('chainNames', ({ name, chainId }) => `${chainId} ${name}`, {
    remove: ({ name }) => planCall(guardAbi, 'setChain', [{ name, chainId: 0n, isEvm: false }]),
    set: (chain) => planCall(guardAbi, 'setChain', [chain]),
  }),
  paidRecipients: entries('paidRecipients', ({ chainId, recipient }) => `${chainId} ${recipient}`, {
    remove: ({ chainId, recipient }) => planCall(guardAbi, 'setRecipient', [chainId, recipient, false]),
    set: ({ chainId, recipient }) => planCall(guardAbi, 'setRecipient', [chainId, recipient, true]),
  }),
  routers: entries('routers', String, {
    remove: (router) => planCall(abi, 'setRouter', [router, false]),
    set: (router) => planCall(abi, 'setRouter', [router, true]),
  }),
  // An address that becomes reserved is reserved before any addition. One that is no longer reserved is released last.
  reserved: entries('reserved', String, {
    remove: (account) => ({ phase: 'release', ...planCall(abi, 'setReserved', [account, false]) }),
    set: (account) => ({ phase: 'remove', ...planCall(abi, 'setReserved', [account, true]) }),
  }),
}

/** Returns the planner of a list. An encoder that names a phase keeps it. */
function entries<name extends keyof PolicyLists>(
  name: name,
  keyOf: (entry: Entry<name>) => string,
  { remove, set }: Record<'remove' | 'set', (entry: Entry<name>) => Planned>,
) {
  type List = Record<name, readonly Entry<name>[]>
  return ({ [name]: found }: List, { [name]: required }: List): Change[] => {
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
}

/** Compares entries, which are addresses or flat objects with the same fields. */
function isSame<entry>(a: entry, b: entry): boolean {
  if (typeof a !== 'object' || a === null) return a === b
  return (Object.keys(a) as (keyof entry)[]).every((field) => a[field] === b[field])
}
