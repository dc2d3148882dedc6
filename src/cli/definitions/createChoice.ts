import { Option } from 'commander'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { suggest } from '../suggest.js'

/** An option whose value is one of a fixed list. Another value is refused, with the one that it is nearest to. */
export function createChoice(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description).choices(values)
  return option.argParser((value) => {
    if (values.includes(value)) return value
    const required = [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ')
    throw new UsageError(`${option.long} must be ${required}, found "${printable(value)}".`, {
      metaMessages: suggest(value, values),
    })
  })
}
