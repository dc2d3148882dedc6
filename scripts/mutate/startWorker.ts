import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { WorkerAnswer, WorkerRequest } from './worker.js'

/** A process that tests mutants, one at a time. */
export type Worker = {
  /** The titles of the tests and hooks that it runs. */
  tests: string[]
  /** Rejects when the process ends without an answer. */
  ask: (request: WorkerRequest) => Promise<WorkerAnswer>
  isAlive: () => boolean
  end: () => void
}

/** Far longer than all tests take, even on a busy machine. */
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
  const tests = await next<string[]>()
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
        return { outcome: 'timed out', message: `no answer in ${limitMs / 1000} s` }
      } finally {
        clearTimeout(timer)
      }
    },
    isAlive: () => child.connected,
    end: () => child.kill('SIGKILL'),
  }
}
