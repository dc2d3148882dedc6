import type { Clock } from './clock.js'

/** Wakes a waiting loop. */
export type Bell = {
  ring(): void
  /** Ends if the bell was rung since the last wait, or after a time. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(clock: Clock): Bell {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    async wait(ms, signal) {
      try {
        await clock.sleep(ms, AbortSignal.any([rung.signal, signal]))
      } catch {
        signal.throwIfAborted()
      } finally {
        if (rung.signal.aborted) rung = new AbortController()
      }
    },
  }
}
