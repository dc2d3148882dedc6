import { setTimeout as sleep } from 'node:timers/promises'
import { MockSnapshotError } from '../errors.js'
import type { SolverState } from './state.js'

/** The longest wait for fills to end, in milliseconds. A fill can wait for blocks that only the caller mines. */
const restTimeoutMs = 10_000

/**
 * Stops the solver for a snapshot or a restore.
 *
 * @param stopped - Aborts when the solver itself ends.
 * @param settled - Resolves when no read is in progress.
 */
export function createInterruptions(
  state: SolverState,
  stopped: AbortSignal,
  settled: () => Promise<unknown>,
) {
  let interruption = new AbortController()
  const { lifetime, jobs } = state
  lifetime.signal = AbortSignal.any([stopped, interruption.signal])

  async function hold<result>(work: () => Promise<result>): Promise<result> {
    state.isHeld = true
    try {
      await settled()
      return await work()
    } finally {
      state.isHeld = false
    }
  }

  async function rest(): Promise<void> {
    const end = performance.now() + restTimeoutMs
    while (jobs.size > 0) {
      if (performance.now() > end) {
        throw new MockSnapshotError({
          shortMessage: `${jobs.size} fills or refunds are still in progress.`,
          remedy: 'Wait until the requests are over, or mine the blocks that their finality needs.',
        })
      }
      await Promise.race([...jobs, sleep(100)])
    }
  }

  return {
    /** Runs `work` when no fill is in progress. @throws {@link MockSnapshotError} if a fill never ends. */
    atRest: <result>(work: () => Promise<result>): Promise<result> =>
      hold(async () => {
        await rest()
        return work()
      }),
    /** Ends every fill with `reason`, and runs `work` before the next can begin. */
    interrupt: (reason: Error, work: () => Promise<void>): Promise<void> =>
      hold(async () => {
        interruption.abort(reason)
        while (jobs.size > 0) await Promise.race(jobs)
        interruption = new AbortController()
        lifetime.signal = AbortSignal.any([stopped, interruption.signal])
        await work()
      }),
  }
}
