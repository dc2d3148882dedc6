import { setImmediate } from 'node:timers/promises'
import { BatchClosedError } from '../errors/batch.js'
import type { Judge } from './createJudge.js'
import type { Runner } from './createPool.js'
import { judgeLines } from './judgeLines.js'
import type { Verdict } from './types.js'

const sliceMs = 10

/** Judges in this thread, which does something else between slices of time. */
export function createLocalRunner(getJudge: () => Promise<Judge>): Runner {
  let isClosed = false
  return {
    async run({ bytes, known }) {
      const judge = await getJudge()
      const verdicts: Verdict[] = []
      let until = performance.now() + sliceMs
      for (const verdict of judgeLines(bytes, judge, known)) {
        verdicts.push(verdict)
        if (performance.now() < until) continue
        await setImmediate()
        if (isClosed) throw new BatchClosedError()
        until = performance.now() + sliceMs
      }
      return verdicts
    },
    async close() {
      isClosed = true
    },
  }
}
