import type { Need } from './createNeed.js'
import { toAmount, toBytes, toChainId, toRecord, toText } from './values.js'

/** A kind of option. `read` returns undefined if the value does not meet `requirement`. */
type OptionKind = readonly [read: (value: unknown) => unknown, requirement: string]

/** Makes a reader from a test. Callers only test whether the result is undefined. */
const only =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): unknown =>
    holds(value) ? [value] : undefined

const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least

/** The kinds of options that the package's functions have. */
const kinds = {
  address: [(value) => toBytes(value, [20]), 'an address, hex of 20 bytes'],
  word: [(value) => toBytes(value, [32]), 'hex of 32 bytes'],
  currency: [(value) => toBytes(value, [20, 32]), 'hex of 20 or 32 bytes'],
  bytes: [(value) => toBytes(value), 'hex of whole bytes'],
  amount: [(value) => toAmount(value), 'a bigint, not negative'],
  chainId: [toChainId, 'a chain id above 0'],
  whole: [only((value) => isWhole(value, 0)), 'a whole number, not negative'],
  count: [only((value) => isWhole(value, 1)), 'a whole number above 0'],
  moment: [only((value) => typeof value === 'number' && value >= 0 && value < Infinity), 'Unix milliseconds'],
  flag: [only((value) => typeof value === 'boolean'), 'true or false'],
  text: [toText, 'text'],
  callback: [only((value) => typeof value === 'function'), 'a function'],
  list: [only(Array.isArray), 'a list'],
  record: [toRecord, 'an object'],
  account: [
    (value) => toBytes(value, [20]) ?? toBytes(toRecord(value)?.address, [20]),
    'an address, or an object with one',
  ],
  url: [(value) => (typeof value === 'string' && URL.canParse(value) ? value : undefined), 'a URL'],
  positive: [only((value) => typeof value === 'number' && value > 0), 'a number above 0'],
  client: [only((value) => typeof toRecord(value)?.request === 'function'), 'a viem client'],
  signal: [only((value) => value instanceof AbortSignal), 'an AbortSignal'],
} satisfies Record<string, OptionKind>

/** The names of a function's options, grouped by kind. */
export type OptionNames = { readonly [kind in keyof typeof kinds]?: readonly string[] }

/**
 * Makes a reader of a function's options. The reader refuses an option that is missing or has the wrong type, with an error that
 * names the option. An option that `names` does not list may have any value.
 */
export function createOptionReader(need: Need, names: OptionNames) {
  const table = new Map(
    Object.entries(names).flatMap(([kind, list]) =>
      list.map((name): [string, OptionKind] => [name, kinds[kind as keyof typeof kinds]]),
    ),
  )
  return <options extends object>(options: options, ...required: (keyof options & string)[]): options => {
    need(toRecord(options), 'the options', options, 'an object')
    for (const name of new Set([...required, ...Object.keys(options)])) {
      const [read, requirement] = table.get(name) ?? [only(() => true), 'given']
      const value: unknown = options[name as keyof options]
      if (value !== undefined) need(read(value), name, value, requirement)
      else if ((required as string[]).includes(name)) need(undefined, name, value, requirement)
    }
    return options
  }
}
