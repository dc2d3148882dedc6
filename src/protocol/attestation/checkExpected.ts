import type { Address, Hex } from 'viem'
import { toRecord } from '../../base/values.js'
import { hashOrder } from '../order/hashOrder.js'
import type { OrderData } from '../order/types.js'
import {
  needAttestationField,
  readAddress,
  readAttestationAmount,
  readChainId,
} from './readAttestationField.js'
import type { Attestation } from './types.js'

/** The values that a request must have. An omitted field is not checked, and gets no row in the report. */
export type ExpectedAttestation = {
  originChainId?: number | undefined
  originUser?: Address | Hex | undefined
  originCurrency?: Address | Hex | undefined
  /** In the smallest unit; both ends of a range are allowed amounts. */
  originAmount?: bigint | { min?: bigint | undefined; max?: bigint | undefined } | undefined
  destinationChainId?: number | undefined
  /** An empty list allows no one. */
  destinationUser?: Address | Hex | readonly (Address | Hex)[] | undefined
  destinationCurrency?: Address | Hex | undefined
  /** Adds the check `orderId`: the requestId is this order's id. */
  orderData?: OrderData | undefined
  /** Unix seconds. Adds the check `deadline` against the deadline of `orderData`, which it needs. */
  now?: number | undefined
}

export type AttestationCheckName =
  | 'signature'
  | 'solver'
  | 'originChainId'
  | 'originUser'
  | 'originCurrency'
  | 'originAmount'
  | 'destinationChainId'
  | 'destinationUser'
  | 'destinationCurrency'
  | 'orderId'
  | 'deadline'

export type AttestationCheck = {
  name: AttestationCheckName
  ok: boolean
  expected?: unknown
  actual?: unknown
  /** Why the check failed. */
  message?: string
}

type Named<name extends AttestationCheckName> = AttestationCheck & { name: name }

// In the order of the signed words.
const rules = {
  originChainId: sameChainId,
  originUser: sameAddress,
  originCurrency: sameAddress,
  originAmount: allowedAmount,
  destinationChainId: sameChainId,
  destinationUser: allowedAddress,
  destinationCurrency: sameAddress,
}

type Word = keyof typeof rules

const words = Object.keys(rules) as Word[]

type Rule = { expected: unknown; allows: (actual: never) => boolean }

/**
 * Reads what the caller expects once, for any number of attestations: each is compared by its signed words, then by
 * the order. Throws on what it can't read; what it returns never throws.
 */
export function readExpected(input: ExpectedAttestation): (attestation: Attestation) => AttestationCheck[] {
  const expected = readFields(input)
  const asked = words
    .filter((name) => expected[name] !== undefined)
    .map((name) => ({ name, rule: rules[name](expected[name], `expected.${name}`) }))
  const checkOrder = readOrder(expected)
  return (attestation) => [
    ...asked.map(({ name, rule }) => compare(name, attestation, rule)),
    ...checkOrder(attestation),
  ]
}

function readFields(input: unknown): ExpectedAttestation {
  const expected = needAttestationField(toRecord(input), 'expected', input, 'an object')
  refuseOthers(expected, [...words, 'orderData', 'now'], 'expected')
  return expected
}

/** A misspelled field would otherwise be a check that silently never runs. */
function refuseOthers(record: Record<string, unknown>, known: readonly string[], at: string): void {
  for (const [name, value] of Object.entries(record)) {
    needAttestationField(
      known.includes(name) || undefined,
      `${at}.${name}`,
      value,
      'left out, as it is unknown',
    )
  }
}

function sameChainId(value: unknown, field: string): Rule {
  const expected = readChainId(value, field)
  return { expected, allows: (actual: number) => actual === expected }
}

function sameAddress(value: unknown, field: string): Rule {
  const expected = readAddress(value, field)
  return { expected, allows: (actual: Hex) => actual === expected }
}

function allowedAddress(value: unknown, field: string): Rule {
  if (!Array.isArray(value)) return sameAddress(value, field)
  const expected = Array.from(value, (item, index) => readAddress(item, `${field}[${index}]`))
  const allowed = new Set(expected)
  return { expected, allows: (actual: Hex) => allowed.has(actual) }
}

function allowedAmount(value: unknown, field: string): Rule {
  const range = toRecord(value)
  if (!range) {
    const expected = readAttestationAmount(value, field)
    return { expected, allows: (actual: bigint) => actual === expected }
  }
  refuseOthers(range, ['min', 'max'], field)
  const min = range.min === undefined ? undefined : readAttestationAmount(range.min, `${field}.min`)
  const max = range.max === undefined ? undefined : readAttestationAmount(range.max, `${field}.max`)
  const expected = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  needAttestationField(Object.keys(expected)[0], field, value, 'an amount, or a range with min, max or both')
  return {
    expected,
    allows: (actual: bigint) => (min === undefined || actual >= min) && (max === undefined || actual <= max),
  }
}

function compare(name: Word, attestation: Attestation, { expected, allows }: Rule): AttestationCheck {
  const actual = (attestation as Record<string, unknown>)[name]
  if (actual === undefined) {
    return { name, ok: false, expected, message: `Layout ${attestation.layout} does not sign ${name}.` }
  }
  if (allows(actual as never)) return { name, ok: true, expected, actual }
  return {
    name,
    ok: false,
    expected,
    actual,
    message: `${name} is ${actual}, which is not what was expected.`,
  }
}

function readOrder({
  orderData,
  now,
}: ExpectedAttestation): (attestation: Attestation) => AttestationCheck[] {
  const orderId = orderData === undefined ? undefined : hashOrder(orderData)
  const deadline = now === undefined ? [] : [checkDeadline(readTime(now), orderData)]
  return ({ requestId }) => [
    ...(orderId === undefined ? [] : [checkOrderId(requestId, orderId)]),
    ...deadline,
  ]
}

/** Whether a request is that of an order. */
export function checkOrderId(actual: Hex, expected: Hex): Named<'orderId'> {
  const check = { name: 'orderId', expected, actual } as const
  if (actual === expected) return { ...check, ok: true }
  return { ...check, ok: false, message: `requestId is ${actual}, but the order hashes to ${expected}.` }
}

function readTime(now: unknown): number {
  const isTime = Number.isSafeInteger(now) && (now as number) >= 0
  return needAttestationField(isTime ? (now as number) : undefined, 'expected.now', now, 'Unix seconds')
}

function checkDeadline(now: number, orderData: OrderData | undefined): AttestationCheck {
  if (orderData) return checkOrderDeadline(orderData.output.deadline, now)
  const message = 'No deadline is signed without an order: pass orderData.'
  return { name: 'deadline', ok: false, actual: now, message }
}

/** Whether an order can still be filled. Times in Unix seconds. */
export function checkOrderDeadline(expected: number, now: number): Named<'deadline'> {
  const check = { name: 'deadline', expected, actual: now } as const
  if (now <= expected) return { ...check, ok: true }
  return { ...check, ok: false, message: `The order expired at ${expected}, and now is ${now}.` }
}
