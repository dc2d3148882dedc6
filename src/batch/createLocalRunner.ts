import { setImmediate } from 'node:timers/promises'
import type { Chunk } from './chunk.js'
import type { Runner } from './createPool.js'
import type { RecordVerifier } from './createRecordVerifier.js'
import { BatchClosedError } from './errors.js'
import { createPacker } from './packResults.js'
import type { RecordResult } from './types.js'
import { verifyLines } from './verifyLines.js'

const sliceMs = 10
/** The number of records between two reads of the clock. Reading the clock for each record would be too slow. */
const recordsOfSlice = 16

/** Verifies in this thread, in slices of time. Between slices the thread can do other work. */
export function createLocalRunner(getVerifier: () => Promise<RecordVerifier>): Runner {
  let isClosed = false
  return {
    async run(chunk) {
      const packer = createPacker()
      let until = performance.now() + sliceMs
      let count = 0
      for (const result of verifyChunk(chunk, await getVerifier())) {
        packer.add(result)
        if (++count % recordsOfSlice !== 0 || performance.now() < until) continue
        await setImmediate()
        if (isClosed) throw new BatchClosedError()
        until = performance.now() + sliceMs
      }
      return { bytes: chunk.bytes, results: packer.pack() }
    },
    async close() {
      isClosed = true
    },
  }
}

function* verifyChunk({ bytes, records }: Chunk, verifier: RecordVerifier): Generator<RecordResult> {
  if (records) for (const verify of records) yield verify()
  else yield* verifyLines(bytes, verifier)
}
