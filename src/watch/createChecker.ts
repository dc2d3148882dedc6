import { ServiceAbortedError, ServiceError } from '../client/errors.js'
import { checkFill } from './check/checkFill.js'
import type { CheckFillParameters } from './check/parameters.js'
import type { FillTask, WatchStore } from './types.js'

export type CheckerParameters = Omit<CheckFillParameters, 'task' | 'store' | 'nowMs'> & {
  store: WatchStore
  /** How many fills are checked at the same time. */
  concurrency?: number
  now: () => number
  /** Called when the service can't be asked. */
  onServiceFault?(error: ServiceError): void
}

/** So many calls in a row may fail, each with its own repetitions, before the service counts as unreachable. */
const mostFaults = 5

export function createChecker(parameters: CheckerParameters) {
  const { store, concurrency = 8, now, onServiceFault } = parameters
  let faults = 0

  async function check(task: FillTask): Promise<void> {
    try {
      const end = await checkFill({ ...parameters, task, nowMs: now() })
      faults = 0
      if ('result' in end) await store.settle(task, end.result)
      else await store.postpone(task, { dueAtMs: end.waitUntilMs, notes: end.notes })
    } catch (error) {
      if (!(error instanceof ServiceError) || error instanceof ServiceAbortedError) throw error
      faults += 1
      onServiceFault?.(error)
      if (faults >= mostFaults) throw error
      const dueAtMs = now() + 1000 * 2 ** Math.min(task.attempts, 6)
      await store.postpone(task, { dueAtMs, notes: task.notes })
    }
  }

  return {
    /** Checks some of the fills that are due, and returns how many. */
    async checkDue(): Promise<number> {
      const tasks = await store.take({ limit: concurrency, nowMs: now() })
      const ends = await Promise.allSettled(tasks.map(check))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      return tasks.length
    },
  }
}
