import type { Chunk } from './chunk.js'
import type { Judge } from './createJudge.js'
import { toRecordLine } from './toRecordLine.js'
import type { Verdict } from './types.js'

export type Chunker = {
  /** Adds one item of a source, and gives the chunks that are full. */
  add(item: unknown): Generator<Chunk>
  /** Whether records wait for others. */
  hasRecords(): boolean
  /** The records that wait, as a chunk of their own. */
  flush(): Chunk | undefined
  /** All that is left, with a last line that no line feed ends. */
  end(): Generator<Chunk>
  /** Takes the memory of a chunk that nobody reads any more. */
  reuse(bytes: Uint8Array): void
}

export type ChunkerOptions = {
  judge: Judge['judge']
  /** Whether records are judged in this thread, and need not become lines for another. */
  isHere: boolean
  /** Whether strings are parts of NDJSON, cut anywhere, as bytes are. */
  isDecoded: boolean
  /** How much of the source was read before. */
  end?: number | undefined
}

/** A longer line is malformed, as it would have to be held in memory. */
const maxLineBytes = 2 ** 20
const shownBytes = 1000
const chunkBytes = 2 ** 16
/** Records that are judged in this thread, and have no lines. */
const chunkRecords = 128
const lineFeed = 10
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const tooLong: Verdict = { status: 'malformed', solver: null, reason: 'The line is longer than 1 MiB.' }

/**
 * Gathers what a source gives into chunks, in order, holding no more than one chunk and one line.
 *
 * - Rule: bytes are copied as they come, and lines are neither counted nor looked at: that is for whoever judges them. The
 *   memory of chunks is used again, so that a source of any length leaves nothing to be collected.
 */
export function createChunker({ judge, isHere, isDecoded, end = 0 }: ChunkerOptions): Chunker {
  const unused: Buffer[] = []
  let isAtBeginning = end === 0
  let buffer = allocate()
  let used = 0
  /** Of the bytes that are used, those of lines that have ended. */
  let ended = 0
  let judges: (() => Verdict)[] = []
  /** The line that is being read, if it is too long: its beginning, and how long it is so far. */
  let skipped: { shown: Buffer; size: number } | undefined

  function allocate(): Buffer {
    return unused.pop() ?? Buffer.from(new ArrayBuffer(chunkBytes))
  }

  function withoutMark(bytes: Buffer): Buffer {
    const hasMark = isAtBeginning && bytes.subarray(0, 3).equals(byteOrderMark)
    isAtBeginning = false
    return hasMark ? bytes.subarray(3) : bytes
  }

  function flush(): Chunk | undefined {
    if (judges.length > 0) {
      const chunk = { bytes: new Uint8Array(), judges, end }
      judges = []
      return chunk
    }
    if (ended === 0) return undefined
    const full = buffer
    const size = ended
    end += size
    buffer = allocate()
    used = full.copy(buffer, 0, ended, used)
    ended = 0
    return { bytes: withoutMark(full.subarray(0, size)), end }
  }

  function* flushAny(): Generator<Chunk> {
    const chunk = flush()
    if (chunk) yield chunk
  }

  function* put(part: Uint8Array): Generator<Chunk> {
    if (judges.length > 0) yield* flushAny()
    let rest = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    while (rest.length > 0) {
      if (skipped) rest = yield* skip(rest)
      else rest = fill(rest)
      if (used === buffer.length && ended === 0) grow()
      else if (used === buffer.length || (buffer.length > chunkBytes && ended > 0)) yield* flushAny()
    }
  }

  /** Copies what fits, and returns what does not. Where one line is larger than a chunk, it becomes one alone. */
  function fill(part: Buffer): Buffer {
    const fit = part.subarray(0, buffer.length - used)
    const isLarge = buffer.length > chunkBytes
    const size = 1 + (isLarge ? fit.indexOf(lineFeed) : fit.lastIndexOf(lineFeed))
    const taken = isLarge && size > 0 ? size : fit.length
    fit.copy(buffer, used, 0, taken)
    if (size > 0) ended = used + size
    used += taken
    return part.subarray(taken)
  }

  /** Makes room for the rest of a line that does not fit, or gives it up. */
  function grow(): void {
    if (used > maxLineBytes) {
      skipped = { shown: Buffer.from(buffer.subarray(0, shownBytes)), size: used }
      buffer = allocate()
      used = 0
    } else {
      const larger = Buffer.from(new ArrayBuffer(Math.min(2 * used, maxLineBytes + 1)))
      buffer.copy(larger)
      reuse(buffer)
      buffer = larger
    }
  }

  function* skip(part: Buffer): Generator<Chunk, Buffer> {
    const size = part.indexOf(lineFeed) + 1
    const taken = size > 0 ? size : part.length
    if (skipped) skipped.size += taken
    if (size > 0) yield* endSkipped()
    return part.subarray(taken)
  }

  function* endSkipped(): Generator<Chunk> {
    if (!skipped) return
    const { shown, size } = skipped
    skipped = undefined
    end += size
    const bytes = Buffer.concat([withoutMark(shown), Buffer.of(lineFeed)])
    yield { bytes, judges: [() => tooLong], end }
  }

  /** Ends the line that is being read, where no line feed did. */
  function* endLine(): Generator<Chunk> {
    yield* endSkipped()
    if (used === ended) return
    buffer[used++] = lineFeed
    ended = used
    // That byte is not in the source.
    end -= 1
  }

  function* putRecord(record: unknown): Generator<Chunk> {
    const text = isHere ? undefined : toRecordLine(record)
    if (text !== undefined && text.length < chunkBytes) yield* put(Buffer.from(`${text}\n`))
    else {
      if (ended > 0) yield* flushAny()
      judges.push(() => judge(record))
      if (judges.length === chunkRecords) yield* flushAny()
    }
  }

  function reuse(bytes: Uint8Array): void {
    if (bytes.buffer.byteLength === chunkBytes) unused.push(Buffer.from(bytes.buffer))
  }

  return {
    *add(item) {
      if (item instanceof Uint8Array) yield* put(item)
      else if (typeof item === 'string' && isDecoded) yield* put(Buffer.from(item))
      else {
        yield* endLine()
        if (typeof item !== 'string') yield* putRecord(item)
        else yield* put(Buffer.from(item.endsWith('\n') ? item : `${item}\n`))
      }
    },
    hasRecords: () => ended > 0 || judges.length > 0,
    flush,
    *end() {
      yield* endLine()
      yield* flushAny()
    },
    reuse,
  }
}
