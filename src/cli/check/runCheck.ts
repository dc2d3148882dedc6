import type { ChunkVerifier } from '../../batch/createBatchVerifier.js'
import { findBrokenLines } from '../../batch/findBrokenLines.js'
import { addToTally, shownLines, type Tally } from '../../batch/tally.js'
import type { Input, Shard } from '../input/openInput.js'
import { warn } from '../output.js'
import { type CheckpointKey, checkpointPath, removeCheckpoint, writeCheckpoint } from './checkpoint.js'
import type { Progress } from './createProgress.js'
import type { InvalidFile } from './openInvalidFile.js'
import { toShardResult } from './shardResult.js'

export type RunCheckParameters = {
  input: Input
  verifier: ChunkVerifier
  invalid: InvalidFile | undefined
  /** The part of the file that is checked; the file of `invalid` then ends with its result. */
  shard: Shard | undefined
  /** Hashed solvers and expectations. */
  conditions: string
  /** Undefined where the check can't be resumed. */
  key: CheckpointKey | undefined
  /** The start; it is updated. */
  tally: Tally
  progress: Progress
  signal: AbortSignal
}

const checkpointMs = 500

/**
 * Checks the rest of the input, and returns whether it reached the end.
 *
 * - Rule: the position is kept only after the broken lines before it are written. A resumed check cuts what was written
 *   later, so each line is reported once.
 */
export async function runCheck(parameters: RunCheckParameters): Promise<boolean> {
  const { input, verifier, invalid, shard, conditions, key, tally, progress, signal } = parameters
  const keepPlace = createCheckpointWriter(parameters)
  const secondsBefore = tally.seconds
  const started = performance.now()
  let keptAt = started
  await keepPlace()

  const start = { index: tally.lines, end: tally.bytes }
  for await (const chunk of verifier.verifyChunks(input.read(tally.bytes), { start, signal })) {
    const toShow = shownLines - tally.first.length
    const broken = findBrokenLines(chunk, invalid ? Number.POSITIVE_INFINITY : toShow)
    await invalid?.write(broken.map((line) => JSON.stringify(line)))
    addToTally(tally, chunk, broken.slice(0, toShow))
    const now = performance.now()
    tally.seconds = secondsBefore + (now - started) / 1000
    progress.update(tally)
    if (now - keptAt < checkpointMs) continue
    keptAt = now
    await keepPlace()
  }
  tally.seconds = secondsBefore + (performance.now() - started) / 1000
  await keepPlace()
  if (signal.aborted) return false
  if (shard) await invalid?.write([JSON.stringify(toShardResult({ shard, input, conditions, tally }))])
  if (key && input.file) await removeCheckpoint(checkpointPath(input.file, shard))
  return true
}

/** Keeps the state of the check; if that fails, warns once and continues without. */
function createCheckpointWriter({
  input,
  invalid,
  shard,
  key,
  tally,
}: RunCheckParameters): () => Promise<void> {
  let isOff = key === undefined
  return async () => {
    await invalid?.sync()
    if (isOff || !key || !input.file) return
    const { invalidPath, ...rest } = key
    const written = invalid && invalidPath !== null ? { path: invalidPath, size: invalid.size() } : null
    try {
      await writeCheckpoint(checkpointPath(input.file, shard), { ...rest, invalid: written, tally })
    } catch (error) {
      isOff = true
      warn(`This check can't be resumed: ${(error as Error).message}`)
    }
  }
}
