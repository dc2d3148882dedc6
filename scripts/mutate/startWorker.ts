import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { TestId, WorkerAnswer, WorkerRequest } from './worker.js'

/** A process that tests mutants, one at a time. */
export type Worker = {
  /** The tests and hooks that it runs. */
  tests: TestId[]
  /** Rejects when the process ends first, which it does when the time is over. */
  ask: (request: WorkerRequest) => Promise<WorkerAnswer>
  isAlive: () => boolean
  end: () => void
}

/** Far more than all tests take, on a busy machine too. */
const limitMs = 300_000

/** Starts a process that has loaded the tests. */
export async function startWorker(): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--import', 'tsx'] })
  const next = <T>() =>
    new Promise<T>((resolve, reject) => {
      const onExit = () => reject(new Error('a worker ended before it answered'))
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(message as T)
      })
    })
  const tests = await next<TestId[]>()
  return {
    tests,
    ask: async (request) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, limitMs)
      child.send(request)
      try {
        return await next<WorkerAnswer>()
      } catch (error) {
        if (!isLate) throw error
        return { outcome: 'timed out', by: null, message: `no answer in ${limitMs / 1000} s` }
      } finally {
        clearTimeout(timer)
      }
    },
    isAlive: () => child.connected,
    end: () => child.kill('SIGKILL'),
  }
}
