import type { Address, Hex } from 'viem'
import * as z from 'zod'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import {
  address,
  listOf,
  namedChain,
  paidRecipient,
  recipient,
  recipientRoot,
  refuseRepeats,
  route,
  solver,
  token,
} from './fields.js'

const common = {
  admin: address,
  /** Defaults to the admin. */
  guardian: address.optional(),
  rescuer: address.optional(),
  chainName: z.string('the name of this chain in orders').min(1, 'the name of this chain in orders'),
  solvers: listOf(solver, 'solver', ({ solver: key }) => key),
}

const chainNames = listOf(namedChain, 'name', ({ name }) => name).superRefine(
  refuseRepeats('chain id', ({ chainId }) => String(chainId)),
)

/** The initial configuration of every kind of receiver, as `Config` in Solidity. The root is set later. */
const receiver = {
  ...common,
  routes: listOf(route, 'route', ({ chainId: id, currency: token }) => `chain ${id}, currency ${token}`),
  tokens: listOf(token, 'token', ({ token: key }) => key).refine(
    (values) => values.length > 0,
    'a list with a token: a receiver without one accepts no payment',
  ),
  recipients: listOf(recipient, 'recipient', ({ recipient: key }) => key),
  recipientRoot: recipientRoot.optional(),
  routers: listOf(address, 'router', String),
  reserved: listOf(address, 'address', String),
  /** A guard on the same chain, which becomes a reserved address. */
  guard: address.optional(),
}

type Keys = { admin: Address; guardian?: Address | undefined; rescuer?: Address | undefined }

/** Makes the admin the guardian and the rescuer, unless the configuration names others. */
function nameKeys<fields extends Keys>(config: fields) {
  const { admin, guardian = admin, rescuer = admin } = config
  return { ...config, guardian, rescuer }
}

/** Adds the guard to the reserved addresses. */
function reserveGuard<fields extends Keys & { guard?: Address | undefined; reserved: Address[] }>({
  guard,
  ...config
}: fields) {
  const reserved = guard && !config.reserved.includes(guard) ? [...config.reserved, guard] : config.reserved
  return { ...nameKeys(config), reserved }
}

const paymentGuard = {
  ...common,
  depository: address,
  chainNames,
  recipients: listOf(paidRecipient, 'recipient', ({ chainId, recipient: key }) => `chain ${chainId}, ${key}`),
}

/** The functions that create the schema of each kind's configuration. `ownId` is the id of the contract's own chain. */
export const kindConfigs = {
  attestedOrderReceiver: () => z.strictObject(receiver).transform(reserveGuard),
  signedOrderReceiver: () => z.strictObject({ ...receiver, chainNames }).transform(reserveGuard),
  inboxReceiver: () => z.strictObject({ ...receiver, chainNames }).transform(reserveGuard),
  registeredTermsReceiver: () =>
    z.strictObject({ ...receiver, registrars: listOf(address, 'registrar', String) }).transform(reserveGuard),
  paymentGuard: (ownId: number) =>
    z
      .strictObject(paymentGuard)
      .superRefine(({ chainName, chainNames: others, recipients }, context) => {
        const fail = (path: (string | number)[], message: string) =>
          context.addIssue({ code: 'custom', path, message })
        const own = { name: chainName, chainId: BigInt(ownId), isEvm: true }
        for (const [index, { name, chainId }] of others.entries()) {
          if (name === own.name || chainId === own.chainId)
            fail(['chainNames', index], 'of another chain than this one, which chainName names')
        }
        for (const [index, entry] of recipients.entries()) {
          const chain = [own, ...others].find(({ chainId }) => chainId === entry.chainId)
          if (!chain) fail(['recipients', index, 'chainId'], 'this chain, or one of chainNames')
          else if (chain.isEvm && entry.recipient.length !== 42)
            fail(['recipients', index, 'recipient'], '20 bytes, as addresses of that chain are')
        }
      })
      .transform(nameKeys),
} satisfies Record<ReceiverKind | 'paymentGuard', (ownId: number) => z.ZodType>

export type KindName = keyof typeof kindConfigs

export type KindConfig<kind extends KindName = KindName> = z.output<ReturnType<(typeof kindConfigs)[kind]>>

type FieldOf<config> = config extends unknown ? keyof config : never

/** The names of a policy's lists and values, which are the fields of every configuration but the names and the roles. */
export type PolicyField =
  | Exclude<FieldOf<KindConfig>, 'admin' | 'guardian' | 'rescuer' | 'registrars' | 'chainName'>
  | 'paidRecipients'

/** The lists of a policy of any kind. A list that the kind does not have is empty. */
export type PolicyLists = {
  solvers: { solver: Address; start: number; stop: number }[]
  routes: { chainId: bigint; currency: Hex; min: bigint; max: bigint }[]
  tokens: { token: Address; min: bigint; max: bigint }[]
  recipients: { recipient: Address; hook: boolean }[]
  routers: Address[]
  reserved: Address[]
  chainNames: { name: string; chainId: bigint; isEvm: boolean }[]
  paidRecipients: { chainId: bigint; recipient: Hex }[]
}

/** The values of a policy of any kind. A value that the kind does not have is undefined. */
export type PolicyValues = {
  /** A receiver's root. Zero, or undefined in a configuration, if it has no root. */
  recipientRoot: Hex | undefined
  /** A guard's depository. */
  depository: Address | undefined
}

export type PolicyFields = PolicyLists & PolicyValues
