import { Option } from 'commander'
import { readChoice } from './readChoice.js'

/** Creates an option whose value is one of a fixed list. */
export function createChoice(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description).choices(values)
  return option.argParser((value) => readChoice(option.long ?? flags, value, values))
}
