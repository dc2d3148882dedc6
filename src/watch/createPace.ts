import type { Clock } from './clock.js'

/** How fast a run asks. Its neighbors share one, so that all of them together are asked slowly. */
export type Pace = {
  isSlow(): boolean
  /** Slows every request down until `who` is released. */
  hold(who: string): void
  release(who: string): void
  /** Resolves when the next request may be sent. */
  takeTurn(signal: AbortSignal): Promise<void>
}

/** Between two requests of a slow run: fewer than three a second. */
const gapMs = 350

export function createPace(clock: Clock): Pace {
  const held = new Set<string>()
  let freeAt = 0
  return {
    isSlow: () => held.size > 0,
    hold: (who) => void held.add(who),
    release: (who) => void held.delete(who),
    async takeTurn(signal) {
      const now = clock.now()
      const at = held.size > 0 ? Math.max(now, freeAt) : now
      freeAt = at + gapMs
      if (at > now) await clock.sleep(at - now, signal)
    },
  }
}
