import { MockOptionError } from './errors.js'

/** @throws {@link MockOptionError} */
export function requireInteger(option: string, value: number, min: number, max?: number): void {
  if (Number.isInteger(value) && value >= min && value <= (max ?? value)) return
  const range = max === undefined ? `from ${min} on` : `from ${min} to ${max}`
  throw new MockOptionError({ option, value, requirement: `a whole number ${range}` })
}
