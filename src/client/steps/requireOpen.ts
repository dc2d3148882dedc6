import { StepMismatchError } from '../../service/steps/errors.js'
import type { OrderDeadline } from '../../service/steps/types.js'

/**
 * Returns the later of the chain's time and the machine's time, in Unix seconds. The latest block of an idle chain may be old.
 */
export function laterTime(timestamp = 0n): bigint {
  const now = BigInt(Math.floor(Date.now() / 1000))
  return timestamp > now ? timestamp : now
}

/**
 * Rejects a payment for an order that can't be filled or refunded in time.
 *
 * @param timestamp - The chain's time. Defaults to the machine's clock.
 * @throws {@link StepMismatchError}
 */
export function requireOpen({ path, at }: OrderDeadline, timestamp?: bigint): void {
  const now = laterTime(timestamp)
  if (now < at) return
  const clock = now === timestamp ? "the chain's" : "this machine's"
  const required = `a time after ${now}, ${clock}; request a new quote`
  throw new StepMismatchError({ path, found: at, required, isUnderWay: true })
}
