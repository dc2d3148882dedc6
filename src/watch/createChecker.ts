import { ServiceError } from '../client/errors.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import type { Clock } from './clock.js'
import { judgePaidFill } from './judge/judgePaidFill.js'
import type { JudgePaidFillParameters } from './judge/parameters.js'
import type { FillTask, WatchJob, WatchStore } from './types.js'

export type CheckerParameters = Omit<JudgePaidFillParameters, keyof FillTask | 'store' | 'nowMs'> & {
  job: WatchJob
  store: WatchStore
  /** The number of fills that are checked at the same time. Always 1 while requests are slow. */
  concurrency?: number
  clock: Clock
  isSlow(): boolean
}

export function createChecker(parameters: CheckerParameters) {
  const { store, concurrency = 8, isSlow } = parameters
  const { now } = parameters.clock

  /** Returns whether the check has ended. */
  async function check(task: FillTask): Promise<boolean> {
    try {
      const end = await judgePaidFill({ ...parameters, ...task, nowMs: now() })
      if ('result' in end) return await store.settle(task, end.result)
      await store.postpone(task, { dueAtMs: end.waitUntilMs, notes: end.notes })
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof ChainUnreachableError)) throw error
      const dueAtMs = now() + 1000 * 2 ** Math.min(task.attempts, 4)
      await store.postpone(task, { dueAtMs, notes: task.notes })
    }
    return false
  }

  return {
    /** Checks some of the fills that are due, and returns how many checks ended. */
    async checkDue(): Promise<number> {
      const tasks = await store.take({ limit: isSlow() ? 1 : concurrency, nowMs: now() })
      const ends = await Promise.allSettled(tasks.map(check))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      return ends.filter((end) => end.status === 'fulfilled' && end.value).length
    },
  }
}
