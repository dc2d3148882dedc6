import { UsageError } from './errors.js'
import { printable } from './output.js'

/** Reads seconds and returns milliseconds. The default limit is one day. @throws {@link UsageError} */
export function readSeconds(option: string, value: string, maxSeconds = 86_400): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  if (seconds <= maxSeconds) return Math.round(seconds * 1000)
  throw new UsageError(`${option} must be seconds, from 0 to ${maxSeconds}, found "${printable(value)}".`)
}
