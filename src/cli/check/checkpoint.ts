import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { writeBigint } from '../../base/writeBigint.js'
import type { Tally } from '../../batch/tally.js'
import { UsageError } from '../errors.js'
import type { InputFile, Shard } from '../input/openInput.js'
import { printable } from '../output.js'

export const wholeNumber = z.number().int().nonnegative()
const hash = z.templateLiteral(['0x', z.string()])
const brokenStatus = z.enum(['invalid', 'malformed'])
export const reasonCount = z.object({ status: brokenStatus, reason: z.string(), count: wholeNumber })
export const statusCounts = z.object({ valid: wholeNumber, invalid: wholeNumber, malformed: wholeNumber })

const schema = z.object({
  version: z.literal(1),
  /** The checking process. */
  pid: wholeNumber,
  started: z.string().nullable().default(null),
  input: z.object({ size: wholeNumber, mtimeMs: z.number() }),
  /** A hash of the trusted solvers and the expectations. */
  conditions: z.string(),
  invalid: z.object({ path: z.string(), size: wholeNumber }).nullable(),
  tally: z.object({
    lines: wholeNumber,
    bytes: wholeNumber,
    counts: statusCounts,
    reasons: z.array(reasonCount),
    seconds: z.number().nonnegative(),
    first: z.array(
      z.object({ line: wholeNumber, status: brokenStatus, requestId: hash.nullable(), reason: z.string() }),
    ),
  }),
})

/** The state of a check, kept in a file next to its input. */
export type Checkpoint = z.infer<typeof schema> & { tally: Tally }

export type CheckpointKey = Pick<Checkpoint, 'version' | 'pid' | 'started' | 'input' | 'conditions'> & {
  invalidPath: string | null
}

/** Returns the path where a check's state is kept; each shard of a file has its own. */
export function checkpointPath({ path }: InputFile, shard?: Shard): string {
  const suffix = shard ? `-${shard.index}-of-${shard.count}` : ''
  return `${path}.fillproof-check${suffix}`
}

export function createKey(
  file: InputFile,
  conditions: unknown,
  invalidPath: string | undefined,
): CheckpointKey {
  return {
    version: 1,
    ...currentOwner(),
    input: { size: file.size, mtimeMs: file.mtimeMs },
    conditions: hashConditions(conditions),
    invalidPath: invalidPath === undefined ? null : resolve(invalidPath),
  }
}

/** Hashes the trusted solvers and the expectations of a check. */
export function hashConditions(conditions: unknown): string {
  const text = JSON.stringify(conditions, writeBigint)
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Reads where a check was interrupted, if it was.
 *
 * @throws {@link UsageError} when the content, the conditions or --invalid differ.
 */
export async function readCheckpoint(path: string, key: CheckpointKey): Promise<Checkpoint | undefined> {
  const text = await readText(path)
  if (text === undefined) return undefined
  const checkpoint = parse(text, path)
  const { pid, input, conditions, invalid } = checkpoint
  if (isRunning(checkpoint)) {
    throw new UsageError(`The process ${pid} is checking the file.`, {
      metaMessages: [
        `If that process is not fillproof, write 0 for its pid in ${printable(path)}: the place is kept.`,
      ],
    })
  }
  if (input.size !== key.input.size || input.mtimeMs !== key.input.mtimeMs) {
    refuse('The file has changed since the check was interrupted.')
  }
  if (conditions !== key.conditions) refuse('The interrupted check had another --solver or --expect.')
  if ((invalid?.path ?? null) !== key.invalidPath) refuse('The interrupted check had another --invalid.')
  return checkpoint
}

export type CheckpointOwner = 'none' | 'ended' | 'running'

/** Whether a check of the file was interrupted, or is running. */
export async function readCheckpointOwner(path: string): Promise<CheckpointOwner> {
  const text = await readText(path).catch(() => undefined)
  if (text === undefined) return 'none'
  const pid = Number(/"pid":(\d+)/.exec(text)?.[1] ?? 0)
  const started = /"started":"(\d+)"/.exec(text)?.[1] ?? null
  return isRunning({ pid, started }) ? 'running' : 'ended'
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause })
  }
}

function parse(text: string, path: string): Checkpoint {
  const result = schema.safeParse(parseJson(text))
  if (result.success) return result.data
  return refuse(`The file "${printable(path)}" is not the state of a check.`)
}

function refuse(reason: string): never {
  throw new UsageError(reason, { metaMessages: ['Check again without --resume.'] })
}

/** Writes all of it or nothing, even if the process is killed. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const temporary = `${path}.${process.pid}`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(JSON.stringify(checkpoint))
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(temporary, path)
}

export async function removeCheckpoint(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** The process that keeps a checkpoint. */
export type Owner = {
  /** 0 if absent. */
  pid: number
  /** When it started, in the system's own words; null where it is unknown. */
  started: string | null
}

export function currentOwner(): Owner {
  const { pid } = process
  return { pid, started: readProcess(pid)?.started ?? null }
}

/** Whether another process than this one is the owner, and lives. */
export function isRunning({ pid, started }: Owner): boolean {
  if (pid === 0 || pid === process.pid || !isKnown(pid)) return false
  const found = readProcess(pid)
  if (!found) return true
  // A killed process whose parent has not asked for its status is a zombie, and a pid is used again.
  return !['Z', 'X'].includes(found.state) && (started === null || started === found.started)
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Undefined where there is no `/proc`, as everywhere but on Linux. */
function readProcess(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, started] = [fields[0], fields[19]]
    return state && started ? { state, started } : undefined
  } catch {
    return undefined
  }
}
