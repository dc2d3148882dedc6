import type { Clock } from '../../src/watch/clock.js'

type Sleeper = { at: number; wake(): void }

export type FakeClock = Clock & {
  /** Lets time pass whenever nothing else happens, until what is awaited has ended. */
  run<result>(work: Promise<result>): Promise<result>
}

/** A clock whose sleepers are woken in order, without a wait. What happens between is not to leave this process. */
export function createFakeClock(): FakeClock {
  let now = 1_700_000_000_000
  const sleepers = new Set<Sleeper>()

  function wakeNext(): void {
    const [next] = [...sleepers].sort((one, other) => one.at - other.at)
    if (!next) return
    sleepers.delete(next)
    now = Math.max(now, next.at)
    next.wake()
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      }),
    async run(work) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      while (!isOver) {
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (!isOver) wakeNext()
      }
      return work
    },
  }
}

/** The most moments within any second. */
export function countInSecond(moments: readonly number[]): number {
  return Math.max(0, ...moments.map((from) => moments.filter((at) => at >= from && at < from + 1000).length))
}
