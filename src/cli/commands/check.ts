import { type ChunkVerifier, createChunkVerifier } from '../../batch/createBatchVerifier.js'
import { createTally, summarizeTally, type Tally } from '../../batch/tally.js'
import { AttestationFieldError } from '../../protocol/attestation/errors.js'
import {
  type Checkpoint,
  type CheckpointKey,
  checkpointPath,
  createKey,
  hashConditions,
  readCheckpoint,
  readCheckpointOwner,
} from '../check/checkpoint.js'
import { createProgress } from '../check/createProgress.js'
import { describeCheck } from '../check/describeCheck.js'
import { openInvalidFile } from '../check/openInvalidFile.js'
import { readExpectations } from '../check/readExpectations.js'
import { runCheck } from '../check/runCheck.js'
import { UsageError } from '../errors.js'
import { explainSystemError } from '../explainSystemError.js'
import { type Input, openInput, type Shard } from '../input/openInput.js'
import { type ChecksumOptions, type GlobalOptions, readSolverOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'

export type CheckOptions = GlobalOptions &
  ChecksumOptions & {
    /** Trusted in place of the profile's solver. */
    solver?: string[]
    expect?: string[]
    threads?: string
    /** `I/N`: checks only this part of the file. */
    shard?: string
    invalid?: string
    resume?: boolean
  }

/**
 * Checks the attestations of a file or of standard input, and returns the exit status.
 *
 * @param signal - Ends the check cleanly, with the results so far.
 */
export async function check(path: string, options: CheckOptions, signal: AbortSignal): Promise<number> {
  const profile = await readProfile(options.profile)
  const conditions = {
    solvers: readSolverOption(options, profile),
    expected: await readExpectations(options.expect ?? []),
  }
  const threads = readThreads(options.threads)
  const shard = readShard(options)
  const input = openInput(path, shard)
  if (options.resume && !input.file) throw new UsageError('--resume needs a file, which can be read again.')
  const verifier = createVerifier({ ...conditions, threads })
  if (verifier.backend !== 'native') {
    const slower = { wasm: 'WebAssembly takes two to three', pure: 'JavaScript takes about thirty' }
    warn(`warning: native libsecp256k1 does not load here: ${slower[verifier.backend]} times as long.`)
  }

  const key = await findKey(input, conditions, options, shard)
  const resumed =
    options.resume && input.file && key ? await resume(checkpointPath(input.file, shard), key) : undefined
  const tally: Tally = resumed?.tally ?? { ...createTally(), bytes: input.from }
  const invalid =
    options.invalid === undefined
      ? undefined
      : await openInvalidFile(options.invalid, resumed?.invalid?.size ?? 0, [input.identity])

  const progress = createProgress(input)
  if (signal.aborted) input.stop()
  signal.addEventListener('abort', input.stop)
  try {
    const isComplete = await runCheck({
      ...{ input, verifier, invalid, shard, key, tally, progress, signal },
      conditions: hashConditions(conditions),
    })
    progress.clear()
    if (options.json) printJson(summarizeTally(tally))
    else print(describeCheck(tally, { verifier, shard, invalidPath: options.invalid }))
    if (!isComplete) return explainInterruption(key)
  } catch (error) {
    throw explainSystemError(error, key && ['Add --resume to continue where it stopped.'])
  } finally {
    await invalid?.close()
    await verifier.close()
  }
  if (tally.lines === 0 && !shard) warn('warning: there were no records.')
  return tally.counts.valid === tally.lines ? 0 : 1
}

/** Undefined where the check can't be resumed. */
async function findKey(
  { file }: Input,
  conditions: unknown,
  { invalid, resume }: CheckOptions,
  shard: Shard | undefined,
): Promise<CheckpointKey | undefined> {
  if (!file) return undefined
  const key = createKey(file, conditions, invalid)
  if (resume) return key
  const owner = await readCheckpointOwner(checkpointPath(file, shard))
  const subject = shard ? 'this shard' : 'this file'
  if (owner === 'ended') warn(`An interrupted check of ${subject} is not resumed, but started again.`)
  if (owner !== 'running') return key
  warn(`Another check of ${subject} is running, so this one cannot be resumed.`)
  return undefined
}

async function resume(path: string, key: CheckpointKey): Promise<Checkpoint | undefined> {
  const checkpoint = await readCheckpoint(path, key)
  if (checkpoint) warn(`Resuming after line ${checkpoint.tally.lines}.`)
  else warn('No check of this file was interrupted, so this one starts at the first line.')
  return checkpoint
}

function readThreads(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,3}$/.test(value) && Number(value) <= 256) return Number(value)
  throw new UsageError(`--threads must be a whole number from 0 to 256, found "${printable(value)}".`)
}

/** Reads `--shard I/N`; its results need a file. */
function readShard({ shard, invalid }: CheckOptions): Shard | undefined {
  if (shard === undefined) return undefined
  const [index = 0, count = 0] = /^\d{1,6}\/\d{1,6}$/.test(shard) ? shard.split('/').map(Number) : []
  if (index < 1 || index > count) {
    throw new UsageError(`--shard must be I/N, from 1/N to N/N, found "${printable(shard)}".`)
  }
  if (invalid !== undefined) return { index, count }
  throw new UsageError('--shard needs --invalid FILE, which receives the result for `check merge`.')
}

/** An expectation that does not fit its field is wrong usage. */
function createVerifier(parameters: Parameters<typeof createChunkVerifier>[0]): ChunkVerifier {
  try {
    return createChunkVerifier(parameters)
  } catch (error) {
    if (!(error instanceof AttestationFieldError)) throw error
    throw new UsageError(error.shortMessage.replace('expected.', '--expect '))
  }
}

function explainInterruption(key: CheckpointKey | undefined): number {
  warn(
    key
      ? 'Interrupted. Run the same command with --resume to continue.'
      : 'Interrupted. This check cannot be resumed, so the rest was not checked.',
  )
  return 130
}
