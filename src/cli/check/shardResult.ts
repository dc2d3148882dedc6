import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { writeBigint } from '../../base/writeBigint.js'
import type { Tally } from '../../batch/tally.js'
import { UsageError } from '../errors.js'
import type { Input, Shard } from '../input/openInput.js'
import { printable } from '../output.js'

const wholeNumber = z.number().int().nonnegative()

const schema = z.object({
  shard: z.object({ index: wholeNumber, count: wholeNumber }),
  /** The size of the whole file, and the range that was checked, in bytes. */
  size: wholeNumber,
  from: wholeNumber,
  to: wholeNumber,
  /** A hash of the trusted solvers, the expectations, and the names of chains. */
  conditions: z.string(),
  lines: wholeNumber,
  counts: z.object({ valid: wholeNumber, invalid: wholeNumber, malformed: wholeNumber }),
  reasons: z.array(
    z.object({ status: z.enum(['invalid', 'malformed']), reason: z.string(), count: wholeNumber }),
  ),
  seconds: z.number().nonnegative(),
})

/** The result of a shard, which is the last line of a complete file. The shard's broken lines come before this line. */
export type ShardResult = z.infer<typeof schema>

/** The number of bytes to read from the end of the file. Larger than the last line. */
const tailBytes = 2 ** 16
/** The longest line to read, in bytes. Larger than the JSON of a line of 1 MiB. */
const longestLine = 2 ** 23

export type ToShardResultParameters = {
  shard: Shard
  input: Input
  /** The trusted solvers, the expectations, and the names of chains. */
  conditions: unknown
  tally: Tally
}

export function toShardResult({ shard, input, tally, ...parameters }: ToShardResultParameters): ShardResult {
  const { lines, counts, reasons, seconds } = tally
  const { from, fileSize = 0, size = 0 } = input
  const conditions = createHash('sha256')
    .update(JSON.stringify(parameters.conditions, writeBigint))
    .digest('hex')
  return { shard, size: fileSize, from, to: from + size, conditions, lines, counts, reasons, seconds }
}

export type ShardFile = { path: string; identity: Input['identity']; result: ShardResult }

/** Reads the result of a shard from the end of its file. @throws {@link UsageError} if the file is incomplete. */
export async function readShardFile(path: string): Promise<ShardFile> {
  const { tail, identity } = await readTail(path)
  const result = schema.safeParse(parseJson(tail.trimEnd().split('\n').at(-1) ?? ''))
  if (result.success && tail.endsWith('\n')) return { path, identity, result: result.data }
  throw new UsageError(`The file "${printable(path)}" is not the result of a complete shard.`, {
    metaMessages: ['Run that shard again.'],
  })
}

async function readTail(path: string): Promise<{ tail: string; identity: Input['identity'] }> {
  try {
    const handle = await open(path)
    try {
      const { size, dev, ino } = await handle.stat()
      const from = Math.max(size - tailBytes, 0)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, from)
      return { tail: buffer.toString('utf8', 0, bytesRead), identity: { dev, ino } }
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause })
  }
}

/** Yields the broken lines of a shard's file, as they were written. */
export async function* readBrokenLines(path: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, block])
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
      if (line.startsWith('{"line":')) yield line
    }
    if (rest.length > longestLine)
      throw new UsageError(`A line of "${printable(path)}" is longer than 8 MiB.`)
  }
}
