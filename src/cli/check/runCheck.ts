import type { VerifiedChunk } from '../../batch/chunk.js'
import type { ChunkVerifier } from '../../batch/createBatchVerifier.js'
import { findBrokenLines } from '../../batch/findBrokenLines.js'
import { addToTally, shownLines, type Tally } from '../../batch/tally.js'
import type { Input } from '../input/openInput.js'
import type { Progress } from './createProgress.js'
import type { InvalidFile } from './openInvalidFile.js'

export type RunCheckParameters = {
  input: Input
  /** The bytes of the input's lines. */
  source: AsyncIterable<Uint8Array>
  verifier: ChunkVerifier
  /** Set with --unique: refuses lines whose id already occurred. */
  unique: ((chunk: VerifiedChunk) => VerifiedChunk) | undefined
  invalid: InvalidFile | undefined
  tally: Tally
  progress: Progress
  signal: AbortSignal
}

/** Checks the input, and returns whether it reached the end. */
export async function runCheck(parameters: RunCheckParameters): Promise<boolean> {
  const { input, source, verifier, unique, invalid, tally, progress, signal } = parameters
  const started = performance.now()
  const measure = () => {
    tally.seconds = (performance.now() - started) / 1000
  }

  const options = { isAtBeginning: input.from === 0, signal }
  for await (const verified of verifier.verifyChunks(source, options)) {
    const chunk = unique ? unique(verified) : verified
    const toShow = shownLines - tally.first.length
    const broken = findBrokenLines(chunk, invalid ? Number.POSITIVE_INFINITY : toShow, verifier.chains)
    await invalid?.write(broken.map((line) => JSON.stringify(line)))
    addToTally(tally, chunk, broken.slice(0, toShow))
    measure()
    progress.update(tally)
  }
  measure()
  return !signal.aborted
}
