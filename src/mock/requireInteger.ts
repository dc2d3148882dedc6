import { MockOptionError } from './errors.js'

/** @throws {@link MockOptionError} */
export function requireInteger(option: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new MockOptionError({ option, value, requirement: `a whole number from ${min} to ${max}` })
}
