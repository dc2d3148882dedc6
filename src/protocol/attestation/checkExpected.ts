import type { Address, Hex } from 'viem'
import { toRecord } from '../../base/values.js'
import { hashOrder } from '../order/hashOrder.js'
import type { OrderTerms } from '../order/orderTerms.js'
import type { OrderChains, OrderData } from '../order/types.js'
import type { SignedCheck } from '../signature/checkSigner.js'
import {
  needAttestationField,
  readAddress,
  readAttestationAmount,
  readAttestationBytes32,
  readChainId,
} from './readAttestationField.js'
import type { Attestation } from './types.js'

/** The values that a request must have. An omitted field is not checked, and gets no row in the report. */
export type ExpectedAttestation = OrderChains & {
  originChainId?: number | undefined
  originUser?: Address | Hex | undefined
  originCurrency?: Address | Hex | undefined
  /** In the smallest unit. A range includes both ends. */
  originAmount?: bigint | { min?: bigint | undefined; max?: bigint | undefined } | undefined
  destinationChainId?: number | undefined
  /** An empty list allows no one. */
  destinationUser?: Address | Hex | readonly (Address | Hex)[] | undefined
  destinationCurrency?: Address | Hex | undefined
  /** Adds the check `orderId`: the requestId is this order's id. */
  orderData?: OrderData | undefined
  /**
   * Unix seconds. Adds the check `deadline`: the order's deadline has not passed. For an attestation the check fails without
   * `orderData`.
   */
  now?: number | undefined
}

/** The values that each record of a batch must have. A record that lacks an expected value fails. */
export type ExpectedRecord = ExpectedAttestation & {
  /** For orders: the solver that the order names. */
  solver?: Address | Hex | undefined
  /** For orders. */
  orderId?: Hex | undefined
  /** For orders, in Unix seconds. A range includes both ends. */
  deadline?: number | { min?: number | undefined; max?: number | undefined } | undefined
  /** For orders, in the smallest unit. A range includes both ends. */
  minimumAmount?: bigint | { min?: bigint | undefined; max?: bigint | undefined } | undefined
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

export type AttestationCheck = SignedCheck<AttestationCheckName>

// In the order of the signed words.
const wordRules = {
  originChainId: sameChainId,
  originUser: sameAddress,
  originCurrency: sameAddress,
  originAmount: allowedAmount,
  destinationChainId: sameChainId,
  destinationUser: allowedAddress,
  destinationCurrency: sameAddress,
}

/** The rules for orders only. */
const orderRules = {
  solver: sameAddress,
  orderId: sameBytes32,
  deadline: allowedTime,
  minimumAmount: allowedAmount,
}

const rules = { ...wordRules, ...orderRules }

type Word = keyof typeof wordRules
type Name = keyof typeof rules

/** The names of a record's values. */
export const recordNames = Object.keys(rules) as Name[]

type Rule = { expected: unknown; allows: (actual: unknown) => boolean }
type Read = (value: unknown, field: string) => Rule

/**
 * Reads the caller's expectations once, and throws if one can't be read. Returns a function that checks any number of
 * attestations: first the signed words, then the order. That function never throws.
 */
export function readExpected(
  input: ExpectedAttestation,
): (attestation: Attestation) => SignedCheck<Word | 'orderId' | 'deadline'>[] {
  return compile(input, wordRules)
}

/** Does the same as {@link readExpected}, for attestations and for orders. */
export function readExpectedRecord(
  input: ExpectedRecord,
): (record: Attestation | OrderTerms) => SignedCheck<Name>[] {
  return compile(input, rules)
}

function compile<name extends Name>(input: ExpectedRecord, known: { readonly [key in name]: Read }) {
  const expected = needAttestationField(toRecord(input), 'expected', input, 'an object') as ExpectedRecord
  const names = Object.keys(known) as name[]
  refuseOthers(expected, [...names, 'orderData', 'now'], 'expected')
  const asked = names
    .filter((name) => expected[name] !== undefined)
    .map((name) => ({ name, rule: known[name](expected[name], `expected.${name}`) }))
  const checkOrder = readOrder(expected)
  return (record: Attestation | OrderTerms): SignedCheck<name | 'orderId' | 'deadline'>[] => [
    ...asked.map(({ name, rule }) => compare(name, record, rule)),
    ...checkOrder(record),
  ]
}

/** Refuses unknown fields. A misspelled expectation would otherwise silently check nothing. */
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
  return { expected, allows: (actual) => actual === expected }
}

function sameAddress(value: unknown, field: string): Rule {
  const expected = readAddress(value, field)
  return { expected, allows: (actual) => actual === expected }
}

function allowedAddress(value: unknown, field: string): Rule {
  if (!Array.isArray(value)) return sameAddress(value, field)
  const expected = Array.from(value, (item, index) => readAddress(item, `${field}[${index}]`))
  const allowed = new Set<unknown>(expected)
  return { expected, allows: (actual) => allowed.has(actual) }
}

function sameBytes32(value: unknown, field: string): Rule {
  const expected = readAttestationBytes32(value, field)
  return { expected, allows: (actual) => actual === expected }
}

function allowedAmount(value: unknown, field: string): Rule {
  return allowedRange(value, field, readAttestationAmount)
}

function allowedTime(value: unknown, field: string): Rule {
  return allowedRange(value, field, readTime)
}

function allowedRange<value extends bigint | number>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => value,
): Rule {
  const range = toRecord(value)
  if (!range) {
    const expected = read(value, field)
    return { expected, allows: (actual) => actual === expected }
  }
  refuseOthers(range, ['min', 'max'], field)
  const min = range.min === undefined ? undefined : read(range.min, `${field}.min`)
  const max = range.max === undefined ? undefined : read(range.max, `${field}.max`)
  const expected = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  needAttestationField(Object.keys(expected)[0], field, value, 'a value, or a range with min, max or both')
  const isWithin = (actual: value) =>
    (min === undefined || actual >= min) && (max === undefined || actual <= max)
  // The cast is safe: the rule that reads the range also reads the record's value, as the same type.
  return { expected, allows: (actual) => isWithin(actual as value) }
}

function compare<name extends Name>(
  name: name,
  record: Attestation | OrderTerms,
  { expected, allows }: Rule,
): SignedCheck<name> {
  const actual = (record as Record<string, unknown>)[name]
  if (actual === undefined) {
    const kind = 'layout' in record ? `Layout ${record.layout}` : 'This order'
    return { name, ok: false, expected, message: `${kind} does not sign ${name}.` }
  }
  if (allows(actual)) return { name, ok: true, expected, actual }
  return {
    name,
    ok: false,
    expected,
    actual,
    message: `${name} is ${actual}, which is not what was expected.`,
  }
}

function readOrder({ orderData, evmChains, now: given }: ExpectedAttestation) {
  const orderId = orderData === undefined ? undefined : hashOrder(orderData, { evmChains })
  const now = given === undefined ? undefined : readTime(given, 'expected.now')
  return (record: Attestation | OrderTerms): (SignedCheck<'orderId'> | SignedCheck<'deadline'>)[] => {
    const isOrder = !('layout' in record)
    const id = isOrder ? record.orderId : record.requestId
    const deadline = isOrder ? record.deadline : orderData?.output.deadline
    return [
      ...(orderId === undefined ? [] : [checkOrderId(id, orderId)]),
      ...(now === undefined ? [] : [checkDeadline(now, deadline)]),
    ]
  }
}

/** Checks that a request's id is the order's id. */
export function checkOrderId(actual: Hex, expected: Hex): SignedCheck<'orderId'> {
  const check = { name: 'orderId', expected, actual } as const
  if (actual === expected) return { ...check, ok: true }
  return { ...check, ok: false, message: `requestId is ${actual}, but the order hashes to ${expected}.` }
}

function readTime(value: unknown, field: string): number {
  const isTime = Number.isSafeInteger(value) && (value as number) >= 0
  return needAttestationField(isTime ? (value as number) : undefined, field, value, 'Unix seconds')
}

function checkDeadline(now: number, deadline: number | undefined): SignedCheck<'deadline'> {
  if (deadline !== undefined) return checkOrderDeadline(deadline, now)
  const message = 'An attestation has no deadline: pass the order as orderData.'
  return { name: 'deadline', ok: false, actual: now, message }
}

/** Checks that an order can still be filled. Times are in Unix seconds. */
export function checkOrderDeadline(expected: number, now: number): SignedCheck<'deadline'> {
  const check = { name: 'deadline', expected, actual: now } as const
  if (now <= expected) return { ...check, ok: true }
  return { ...check, ok: false, message: `The order expired at ${expected}, and now is ${now}.` }
}
