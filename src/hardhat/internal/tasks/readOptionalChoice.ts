import { readChoice } from '../../../cli/definitions/readChoice.js'

/** Undefined where the option was left out. @throws {@link UsageError} */
export function readOptionalChoice<choice extends string>(
  name: string,
  value: string | undefined,
  values: readonly choice[],
): choice | undefined {
  return value === undefined ? undefined : readChoice(name, value, values)
}
