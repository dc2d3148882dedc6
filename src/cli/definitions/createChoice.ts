import { Option } from 'commander'
import { readChoice } from './readChoice.js'

/** Creates an option whose value is one of a fixed list. */
export function createChoice(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description).choices(values)
  return option.argParser((value) => readChoice(option.long ?? flags, value, values))
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value]
}

/** The arguments of `option` for the trusted solvers. */
export const solverOption = [
  '--solver <address>',
  "a trusted solver, may be repeated (default: the profile's solver)",
  collect,
] as const
