// Makes the same comparisons as the rules, but throws at the first difference.
import { findNoneOf, findOther, findOtherHex } from '../../rules/differences.js'
import type { Fault } from '../../rules/verdict.js'
import { StepMismatchError } from './errors.js'

export function expectNone(faults: Iterable<Fault>): void {
  for (const { place } of faults) throw new StepMismatchError(place)
}

export function expect(holds: boolean, path: string, found: unknown, required: unknown): asserts holds {
  if (!holds) throw new StepMismatchError({ path, found, required })
}

export function expectEqual(path: string, found: unknown, required: string | number | bigint): void {
  expectNone(findOther(path, found, required))
}

/** Expects hex. Ignores case. */
export function expectHex(path: string, found: unknown, required: string): void {
  expectNone(findOtherHex(path, found, required))
}

/** Expects hex that is one of a few. Ignores case. */
export function expectOneOf(path: string, found: unknown, required: readonly string[]): void {
  expectNone(findNoneOf(path, found, required))
}
