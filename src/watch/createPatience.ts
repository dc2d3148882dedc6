import type { Clock } from './clock.js'

/** Ends a run that makes no progress. */
export type Patience = {
  /** Aborts after too long without progress. */
  signal: AbortSignal
  /** Restarts the wait. */
  renew(): void
  stop(): void
}

/** @param ms - The longest time without progress, in milliseconds. Undefined for a run that never ends by itself. */
export function createPatience(ms: number | undefined, clock: Clock): Patience {
  const expired = new AbortController()
  let waiting = new AbortController()
  return {
    signal: expired.signal,
    renew() {
      waiting.abort()
      waiting = new AbortController()
      if (ms === undefined) return
      clock.sleep(ms, waiting.signal).then(
        () => expired.abort(),
        () => {},
      )
    },
    stop: () => waiting.abort(),
  }
}
