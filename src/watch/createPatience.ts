import type { Clock } from './clock.js'

/** Ends a run that comes no further. */
export type Patience = {
  /** Aborts when there was no progress for too long. */
  signal: AbortSignal
  /** Starts the wait again. */
  renew(): void
  stop(): void
}

/** @param ms - Undefined for a run that never ends by itself. */
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
