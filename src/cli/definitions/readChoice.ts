import { suggest } from '../../base/suggest.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

/** Checks a value against a fixed list. The error suggests the nearest value. @throws {@link UsageError} */
export function readChoice<choice extends string>(
  name: string,
  value: string,
  values: readonly choice[],
): choice {
  const found = values.find((candidate) => candidate === value)
  if (found !== undefined) return found
  throw new UsageError(`${name} must be ${joinChoices(values)}, found "${printable(value)}".`, {
    metaMessages: suggest(value, values),
  })
}

export function joinChoices(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ')
}
