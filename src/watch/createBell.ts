import type { Clock } from './clock.js'

/** Wakes a waiting loop. */
export type Bell = {
  ring(): void
  /** Resolves when the bell rings, or has rung since the last wait, or after `ms` milliseconds. */
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
