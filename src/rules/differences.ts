// Finds where a quote differs from the request. Each fault names the place in the quote.
import { toBytes, toUint256 } from '../base/values.js'
import { type Fault, faultAt } from './verdict.js'

export type Faults = Generator<Fault, void>

/** Makes a fault for a part of a quote that differs from the request, if no contract has an error for it. */
export function quoteFault(path: string, found: unknown, required: unknown): Fault {
  return faultAt(path, found, required, 'StepMismatchError')
}

/** Finds a value that is not the required one. */
export function* findOther(path: string, found: unknown, required: unknown): Faults {
  if (found !== required) yield quoteFault(path, found, required)
}

/** Finds hex that is not the required hex. Ignores case. */
export function* findOtherHex(path: string, found: unknown, required: string): Faults {
  if (toBytes(found) !== required.toLowerCase()) yield quoteFault(path, found, required)
}

/** Finds a value that is not one of `required`. Ignores case for hex, but not for other text. */
export function* findNoneOf(path: string, found: unknown, required: readonly string[]): Faults {
  const hex = toBytes(found)
  if (required.some((candidate) => candidate === found || candidate.toLowerCase() === hex)) return
  yield quoteFault(path, found, oneOf(required))
}

export function oneOf(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : `one of ${values.join(', ')}`
}

export function* findMore(path: string, found: bigint, maximum: bigint): Faults {
  if (found > maximum) yield quoteFault(path, found, `at most ${maximum}`)
}

/** Reads an amount. Typed data may have a number instead of a string. */
export function readAmount(value: unknown): bigint | undefined {
  return toUint256(Number.isSafeInteger(value) ? String(value) : value)
}

export function* findNoAmount(path: string, found: unknown): Faults {
  if (readAmount(found) === undefined) yield quoteFault(path, found, 'a whole number of the smallest unit')
}
