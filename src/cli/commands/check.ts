import { type ChunkVerifier, createChunkVerifier } from '../../batch/createBatchVerifier.js'
import { createTally, summarizeTally } from '../../batch/tally.js'
import { AttestationFieldError } from '../../protocol/attestation/errors.js'
import { createUnique } from '../check/createIdTable.js'
import { createProgress } from '../check/createProgress.js'
import { describeCheck } from '../check/describeCheck.js'
import { type InvalidFile, openInvalidFile } from '../check/openInvalidFile.js'
import { readExpectations } from '../check/readExpectations.js'
import { runCheck } from '../check/runCheck.js'
import { toShardResult } from '../check/shardResult.js'
import { UsageError } from '../errors.js'
import { explainSystemError } from '../explainSystemError.js'
import { openInput, type Shard } from '../input/openInput.js'
import { readLines } from '../input/readLines.js'
import { type ChecksumOptions, type GlobalOptions, readSolverOption } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'

export type CheckOptions = GlobalOptions &
  ChecksumOptions & {
    /** The solvers to trust instead of the profile's solver. */
    solver?: string[]
    expect?: string[]
    threads?: string
    /** `I/N`: checks only this shard of the file. */
    shard?: string
    invalid?: string
    unique?: boolean
  }

/**
 * Checks the attestations and signed orders in a file or on standard input, and returns the exit status.
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
  const verifier = createVerifier({ ...conditions, profile, threads, hasIds: options.unique })
  if (verifier.backend !== 'native') {
    const slower = { wasm: 'WebAssembly takes two to three', pure: 'JavaScript takes about thirty' }
    warn(`warning: native libsecp256k1 does not load here: ${slower[verifier.backend]} times as long.`)
    warn('To install it: npm install secp256k1')
  }

  const tally = createTally()
  const unique = options.unique ? createUnique() : undefined
  const progress = createProgress(input)
  if (signal.aborted) input.stop()
  signal.addEventListener('abort', input.stop)
  let invalid: InvalidFile | undefined
  try {
    const source = await readLines(path, input)
    if (options.invalid !== undefined) invalid = await openInvalidFile(options.invalid, [input.identity])
    const isComplete = await runCheck({ input, source, verifier, unique, invalid, tally, progress, signal })
    if (isComplete && shard)
      await invalid?.write([
        JSON.stringify(
          toShardResult({ shard, input, conditions: { ...conditions, chains: verifier.chains }, tally }),
        ),
      ])
    await invalid?.sync()
    progress.clear()
    if (options.json) printJson(summarizeTally(tally))
    else print(describeCheck(tally, { verifier, shard, invalidPath: options.invalid }))
    if (!isComplete) {
      warn('Interrupted: the rest was not checked.')
      return 130
    }
  } catch (error) {
    throw explainSystemError(error)
  } finally {
    await invalid?.close()
    await verifier.close()
  }
  if (tally.lines === 0 && !shard) warn('warning: there were no records.')
  return tally.counts.valid === tally.lines ? 0 : 1
}

function readThreads(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,3}$/.test(value) && Number(value) <= 256) return Number(value)
  throw new UsageError(`--threads must be a whole number from 0 to 256, found "${printable(value)}".`)
}

/** Reads `--shard I/N`, which needs `--invalid` for its results. */
function readShard({ shard, invalid, unique }: CheckOptions): Shard | undefined {
  if (shard === undefined) return undefined
  if (unique) throw new UsageError('--unique needs the whole file: a shard does not see the others.')
  const [index = 0, count = 0] = /^\d{1,6}\/\d{1,6}$/.test(shard) ? shard.split('/').map(Number) : []
  if (index < 1 || index > count) {
    throw new UsageError(`--shard must be I/N, from 1/N to N/N, found "${printable(shard)}".`)
  }
  if (invalid !== undefined) return { index, count }
  throw new UsageError('--shard needs --invalid FILE, which receives the result for `check merge`.')
}

/** Creates the verifier. @throws {@link UsageError} if an expectation does not fit its field. */
function createVerifier(parameters: Parameters<typeof createChunkVerifier>[0]): ChunkVerifier {
  try {
    return createChunkVerifier(parameters)
  } catch (error) {
    if (!(error instanceof AttestationFieldError)) throw error
    throw new UsageError(error.shortMessage.replace('expected.', '--expect '))
  }
}
