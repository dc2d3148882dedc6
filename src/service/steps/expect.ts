// Comparisons with what the caller asked for; each names the place in the quote.
import type { Hex } from 'viem'
import type * as z from 'zod'
import { toBytes, toUint256 } from '../../base/values.js'
import { readMismatch } from '../resources/readMismatch.js'
import { StepMismatchError } from './errors.js'

export function expect(holds: boolean, path: string, found: unknown, required: unknown): asserts holds {
  if (!holds) throw new StepMismatchError({ path, found, required })
}

export function expectEqual(path: string, found: unknown, required: string | number | bigint): void {
  expect(found === required, path, found, required)
}

/** Expects hex, in any case. */
export function expectHex(path: string, found: unknown, required: string): void {
  expect(toBytes(found) === required.toLowerCase(), path, found, required)
}

/** Expects hex, in any case, that is one of a few. */
export function expectOneOf(path: string, found: unknown, required: readonly string[]): Hex {
  const hex = toBytes(found)
  const matches = required.some((candidate) => candidate.toLowerCase() === hex)
  expect(matches, path, found, required.length === 1 ? required[0] : `one of ${required.join(', ')}`)
  return hex as Hex
}

export function expectAmount(path: string, found: unknown): bigint {
  const amount = toUint256(found)
  expect(amount !== undefined, path, found, 'a whole number of the smallest unit')
  return amount as bigint
}

export function expectAtMost(path: string, found: bigint, maximum: bigint): void {
  expect(found <= maximum, path, found, `at most ${maximum}`)
}

/** An item's data has a shape before its fields have values. */
export function expectShape<schema extends z.ZodType>(
  schema: schema,
  path: string,
  found: unknown,
): z.output<schema> {
  const result = schema.safeParse(found)
  if (result.success) return result.data
  const { path: at, value, requirement } = readMismatch(result.error, found)
  throw new StepMismatchError({
    path: [path, at].filter(Boolean).join('.'),
    found: value,
    required: requirement.replace(/^must be /, ''),
  })
}

type Types = Record<string, readonly { name: string; type: string }[]>

/** Expects the same names and types in the same order, and no others; a wallet adds the domain's itself. */
export function expectTypes(path: string, found: Types, required: Types): void {
  const { EIP712Domain: _domain, ...types } = found
  expectSameText(path, Object.keys(types).sort(), Object.keys(required).sort())
  const write = (list: Types[string] = []) => list.map(({ name, type }) => `${type} ${name}`)
  for (const [name, fields] of Object.entries(required)) {
    expectSameText(`${path}.${name}`, write(types[name]), write(fields))
  }
}

/** Compared as a list, since what a service writes may contain any separator. */
function expectSameText(path: string, found: readonly string[], required: readonly string[]): void {
  const matches = found.length === required.length && found.every((text, index) => text === required[index])
  expect(matches, path, found.join(', '), required.join(', '))
}
