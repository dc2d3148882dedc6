import { type Address, getAddress, type Hex, isAddress, maxUint128 } from 'viem'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { MockOptionError } from '../../mock/errors.js'
import { optionNames } from '../../mock/options.js'
import { requireKnown } from '../../mock/requireOption.js'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { operationOf } from '../../service/profile/operations.js'
import type { Fillproof, FillproofInboxParameters, FillproofOptions, FillproofParameters } from '../types.js'

/** Whether the evidence of each kind begins with an attestation. */
const attested: Record<ReceiverKind, boolean> = {
  signedOrderReceiver: false,
  attestedOrderReceiver: true,
  registeredTermsReceiver: true,
  inboxReceiver: false,
}
const evidences = Object.keys(attested).map((kind) => kind.replace('Receiver', ''))

export const isAttested = (evidence: FillproofOptions['evidence']) =>
  evidence !== undefined && attested[`${evidence}Receiver` as const]

const attestationPath = operationOf(mockProfile, 'attestation').path.slice(1)

/** Mock options that the connection and the evidence determine. */
const decided: readonly string[] = ['chains', 'idForm', 'unref']

const optionsHere = [
  ...optionNames.filter((name) => !decided.includes(name)),
  ...(['evidence', 'tokens', 'originNetwork'] as const),
] as (keyof FillproofOptions)[]

/** Rejects invalid options of the plugin. The mock checks its own options later. @throws {@link MockOptionError} */
export function requireOptions(options: FillproofOptions): void {
  const { evidence, accounts, retired = [] } = options
  const option = decided.find((name) => name in options)
  if (option) {
    throw new MockOptionError({
      option,
      value: 'one',
      requirement: 'left out, because the connection sets it',
    })
  }
  requireKnown('', options, optionsHere)
  if (evidence !== undefined && !evidences.includes(evidence)) {
    throw new MockOptionError({ option: 'evidence', value: evidence, requirement: evidences.join(' or ') })
  }
  if (isAttested(evidence) && retired.includes(attestationPath)) {
    const requirement = `signedOrder or inbox: ${evidence} needs an attestation, which the option retired turns off`
    throw new MockOptionError({ option: 'evidence', value: evidence, requirement })
  }
  if (accounts !== undefined && accounts < 4) {
    const requirement = '4 or more: for the admin, the user, the registrar and the sender of authorizations'
    throw new MockOptionError({ option: 'accounts', value: accounts, requirement })
  }
}

export type FillParameters = ReturnType<typeof readFillParameters>

/** Checks the parameters of `fill`, also for JavaScript callers. @throws {@link MockOptionError} */
export function readFillParameters(parameters: FillproofParameters) {
  return readParameters('fill', parameters, [], 32)
}

/** Checks the parameters of `fillInbox`. @throws {@link MockOptionError} */
export function readInboxParameters(parameters: FillproofInboxParameters) {
  const own = ['claimer', 'minimum', 'salt'] as const
  const { minimum, salt, claimer } = parameters ?? {}
  const common = readParameters('fillInbox', parameters, own, 48)
  if (salt !== undefined && !/^0x[0-9a-f]{64}$/i.test(String(salt)))
    throw new MockOptionError({ option: 'fillInbox.salt', value: salt, requirement: '32 bytes of hex' })
  return {
    ...common,
    claimer: claimer === undefined ? undefined : readAddress('fillInbox.claimer', claimer),
    minimum: minimum === undefined ? undefined : readAmount('fillInbox.minimum', minimum),
    salt: salt as Hex | undefined,
  }
}

function readParameters(
  method: string,
  parameters: FillproofParameters,
  own: readonly string[],
  deadlineBits: number,
) {
  const known = ['recipient', 'amount', 'token', 'originCurrency', 'data', 'deadline', 'refundTo', 'receiver']
  requireKnown(`${method}.`, parameters ?? {}, [...known, ...own] as (keyof FillproofParameters)[])
  const { recipient, amount, data, deadline, token, originCurrency, refundTo, receiver } = parameters ?? {}
  const optional = (name: string, value: unknown) =>
    value === undefined ? undefined : readAddress(`${method}.${name}`, value)
  if (
    deadline !== undefined &&
    !(Number.isInteger(deadline) && deadline >= 0 && deadline < 2 ** deadlineBits)
  ) {
    const requirement = `Unix seconds, a whole number of at most ${deadlineBits} bits (milliseconds divided by 1000)`
    throw new MockOptionError({ option: `${method}.deadline`, value: deadline, requirement })
  }
  if (data !== undefined && !/^0x([0-9a-f]{2})*$/i.test(String(data))) {
    const requirement = '0x and hex of whole bytes'
    throw new MockOptionError({ option: `${method}.data`, value: data, requirement })
  }
  return {
    recipient: readAddress(`${method}.recipient`, recipient),
    amount: readAmount(`${method}.amount`, amount, 1n),
    data: data as Hex | undefined,
    deadline,
    token: optional('token', token),
    originCurrency: optional('originCurrency', originCurrency),
    refundTo: optional('refundTo', refundTo),
    receiver: optional('receiver', receiver),
  }
}

/** Reads an address. @throws {@link MockOptionError} */
export function readAddress(option: string, value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return getAddress(value)
  const requirement = 'an address: 0x and 40 hex digits, with a right checksum or in lower case'
  throw new MockOptionError({ option, value, requirement })
}

/** Reads an amount in the smallest unit. @throws {@link MockOptionError} */
export function readAmount(option: string, value: unknown, min = 0n): bigint {
  if (typeof value === 'bigint' && value >= min) return value
  const requirement = `a bigint such as 1n, ${min === 0n ? 'not negative' : 'above 0'}`
  throw new MockOptionError({ option, value, requirement })
}

/** Reads the range of a token. A `max` of 0 removes the token. @throws {@link MockOptionError} */
export function readTokenRange(options: NonNullable<Parameters<Fillproof['allowToken']>[1]>) {
  requireKnown('allowToken.', options, ['min', 'max', 'receiver'])
  const max = readAmount('allowToken.max', options.max ?? maxUint128)
  const min = readAmount('allowToken.min', options.min ?? (max === 0n ? 0n : 1n))
  if (min <= max) return { min, max }
  throw new MockOptionError({ option: 'allowToken.min', value: min, requirement: `at most max, ${max}` })
}
