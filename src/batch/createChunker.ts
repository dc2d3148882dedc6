import type { Chunk, Start } from './chunk.js'
import type { Judge } from './createJudge.js'
import { createLineSplitter, type Line } from './createLineSplitter.js'
import { toRecordLine } from './toRecordLine.js'
import type { Verdict } from './types.js'

export type Chunker = {
  /** Adds one item of a source, and gives the chunks that are full. */
  add(item: unknown): Generator<Chunk>
  /** How many records wait for others. */
  count(): number
  /** The records that wait, as a chunk of their own. */
  flush(): Chunk | undefined
  /** All that is left, with a last line that no line feed ends. */
  end(): Generator<Chunk>
}

export type ChunkerOptions = {
  judge: Judge['judge']
  /** Whether records are judged in this thread, and need not become lines for another. */
  isHere: boolean
  /** Whether strings are parts of NDJSON, cut anywhere, as bytes are. */
  isDecoded: boolean
  start?: Start | undefined
}

const chunkBytes = 2 ** 16
/** What a record that is judged in this thread counts, which has no line. */
const recordBytes = 512
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const tooLong: Verdict = {
  status: 'malformed',
  solver: null,
  reason: 'The line is longer than 1 MiB.',
}

/** Gathers what a source gives into chunks, in order, holding no more than one chunk and one line. */
export function createChunker({ judge, isHere, isDecoded, start }: ChunkerOptions): Chunker {
  const splitter = createLineSplitter()
  let { index, end } = start ?? { index: 0, end: 0 }
  let buffer = Buffer.allocUnsafe(chunkBytes)
  let used = 0
  let weight = 0
  let count = 0
  let known = new Map<number, () => Verdict>()

  function flush(): Chunk | undefined {
    if (count === 0) return undefined
    const chunk = { index, count, bytes: new Uint8Array(buffer.subarray(0, used)), known, end }
    index += count
    used = weight = count = 0
    known = new Map()
    return chunk
  }

  function* put({ bytes, size, isTooLong }: Line, verdict?: () => Verdict): Generator<Chunk> {
    const isFirst = end === 0
    const line = isFirst && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
    if (weight + line.length >= chunkBytes) {
      const chunk = flush()
      if (chunk) yield chunk
    }
    if (used + line.length >= buffer.length) {
      buffer = Buffer.concat([buffer.subarray(0, used)], used + line.length + 1)
    }
    buffer.set(line, used)
    used += line.length
    buffer[used++] = 10
    weight += line.length + (verdict ? recordBytes : 1)
    if (isTooLong) known.set(count, () => tooLong)
    if (verdict) known.set(count, verdict)
    count += 1
    end += size
  }

  function* putAll(lines: Iterable<Line>): Generator<Chunk> {
    for (const line of lines) yield* put(line)
  }

  function* putRecord(record: unknown): Generator<Chunk> {
    const text = isHere ? undefined : toRecordLine(record)
    const bytes = Buffer.from(text ?? '')
    const verdict = text === undefined ? () => judge(record) : undefined
    yield* put({ bytes, size: bytes.length, isTooLong: false }, verdict)
  }

  return {
    *add(item) {
      if (item instanceof Uint8Array) yield* putAll(splitter.split(item))
      else if (typeof item === 'string' && isDecoded) yield* putAll(splitter.split(Buffer.from(item)))
      else {
        yield* putAll(splitter.end())
        if (typeof item !== 'string') yield* putRecord(item)
        else yield* putAll(splitter.split(Buffer.from(item.endsWith('\n') ? item : `${item}\n`)))
      }
    },
    count: () => count,
    flush,
    *end() {
      yield* putAll(splitter.end())
      const chunk = flush()
      if (chunk) yield chunk
    },
  }
}
