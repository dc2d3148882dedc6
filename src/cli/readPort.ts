import { UsageError } from './errors.js'
import { printable } from './output.js'

/** Reads a port; 0 means any free port. @throws {@link UsageError} */
export function readPort(value = '0', option = '--port'): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`${option} must be a whole number from 0 to 65535, found "${printable(value)}".`)
}
