import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { suggest } from '../suggest.js'

/** Checks a value against a fixed list, and suggests the nearest. @throws {@link UsageError} */
export function readChoice(name: string, value: string, values: readonly string[]): string {
  if (values.includes(value)) return value
  const required = [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ')
  throw new UsageError(`${name} must be ${required}, found "${printable(value)}".`, {
    metaMessages: suggest(value, values),
  })
}
