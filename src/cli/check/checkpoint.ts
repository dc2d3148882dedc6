import { createHash } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import type { InputFile } from './openInput.js'
import type { Tally } from './tally.js'

const count = z.number().int().nonnegative()
const hash = z.templateLiteral(['0x', z.string()])

const schema = z.object({
  version: z.literal(1),
  input: z.object({ size: count, mtimeMs: z.number() }),
  /** A hash of who is trusted and what is expected. */
  conditions: z.string(),
  invalid: z.object({ path: z.string(), size: count }).nullable(),
  tally: z.object({
    lines: count,
    bytes: count,
    counts: z.object({ valid: count, invalid: count, malformed: count }),
    seconds: z.number().nonnegative(),
    first: z.array(
      z.object({
        line: count,
        status: z.enum(['invalid', 'malformed']),
        requestId: hash.nullable(),
        reason: z.string(),
      }),
    ),
  }),
})

/** What is written down beside a file while it is checked. */
export type Checkpoint = z.infer<typeof schema> & { tally: Tally }

export type CheckpointKey = Pick<Checkpoint, 'version' | 'input' | 'conditions'> & {
  invalidPath: string | null
}

export function checkpointPath(file: InputFile): string {
  return `${file.path}.fillproof-check`
}

export function createKey(
  file: InputFile,
  conditions: unknown,
  invalidPath: string | undefined,
): CheckpointKey {
  const text = JSON.stringify(conditions, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return {
    version: 1,
    input: { size: file.size, mtimeMs: file.mtimeMs },
    conditions: createHash('sha256').update(text).digest('hex'),
    invalidPath: invalidPath === undefined ? null : resolve(invalidPath),
  }
}

/**
 * Reads where a check was interrupted; undefined where none was.
 *
 * @throws {@link UsageError} when it was another check: of another content, with other conditions or another --invalid.
 */
export async function readCheckpoint(path: string, key: CheckpointKey): Promise<Checkpoint | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause: error })
  }
  const checkpoint = parse(text, path)
  const { input, conditions, invalid } = checkpoint
  if (input.size !== key.input.size || input.mtimeMs !== key.input.mtimeMs) refuse('The file has changed')
  if (conditions !== key.conditions) refuse('--solver or --expect is another')
  if ((invalid?.path ?? null) !== key.invalidPath) refuse('--invalid is another')
  return checkpoint
}

function parse(text: string, path: string): Checkpoint {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`The file "${printable(path)}" is no place to resume from.`, {
      metaMessages: ['Check again without --resume.'],
    })
  }
}

function refuse(reason: string): never {
  throw new UsageError(
    `${reason} than when the check was interrupted.`.replace('changed than', 'changed since'),
    {
      metaMessages: ['Check again without --resume.'],
    },
  )
}

/** Writes it whole or not at all, whenever the process is killed. @throws what the file system says. */
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
