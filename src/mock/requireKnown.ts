import { MockOptionError } from './errors.js'

/**
 * Refuses a misspelled option, which TypeScript does not see in JavaScript.
 *
 * @throws {@link MockOptionError}
 */
export function requireKnown<options extends object>(
  path: string,
  options: options,
  known: readonly (keyof options)[],
): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name as keyof options))
  if (unknown === undefined) return
  throw new MockOptionError({ option: path + unknown, value: 'one', requirement: 'left out: it is unknown' })
}
