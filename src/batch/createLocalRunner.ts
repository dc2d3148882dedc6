import { setImmediate } from 'node:timers/promises'
import type { Chunk } from './chunk.js'
import type { Judge } from './createJudge.js'
import type { Runner } from './createPool.js'
import { BatchClosedError } from './errors.js'
import { judgeLines } from './judgeLines.js'
import { createPacker } from './packVerdicts.js'
import type { Verdict } from './types.js'

const sliceMs = 10
/** Looking at the clock costs too much to do it for each record. */
const recordsOfLook = 16

/** Judges in this thread, which does something else between slices of time. */
export function createLocalRunner(getJudge: () => Promise<Judge>): Runner {
  let isClosed = false
  return {
    async run(chunk) {
      const packer = createPacker()
      let until = performance.now() + sliceMs
      let count = 0
      for (const verdict of judgeChunk(chunk, await getJudge())) {
        packer.add(verdict)
        if (++count % recordsOfLook !== 0 || performance.now() < until) continue
        await setImmediate()
        if (isClosed) throw new BatchClosedError()
        until = performance.now() + sliceMs
      }
      return { bytes: chunk.bytes, verdicts: packer.pack() }
    },
    async close() {
      isClosed = true
    },
  }
}

function* judgeChunk({ bytes, judges }: Chunk, judge: Judge): Generator<Verdict> {
  if (judges) for (const tell of judges) yield tell()
  else yield* judgeLines(bytes, judge)
}
