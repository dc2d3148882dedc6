import type { BaseError } from 'viem'
import { ChainUnreachableError } from './errors.js'
import { describeFault, remedyOf } from './faults.js'

/** Turns viem's error of a node into the error for its chain. */
export function toUnreachable(error: BaseError, origin: string): ChainUnreachableError {
  return new ChainUnreachableError({ origin, reason: describeFault(error), remedy: remedyOf(error) })
}
