import type { Chunk } from './chunk.js'
import type { RecordResult } from './types.js'

/** The longest line. A longer one is reported as malformed, because a line must fit in memory. */
const maxLineBytes = 2 ** 20
const shownBytes = 1000
export const chunkBytes = 2 ** 16
const lineFeed = 10
const byteOrderMark = [0xef, 0xbb, 0xbf]
const tooLong: RecordResult = { status: 'malformed', solver: null, reason: 'The line is longer than 1 MiB.' }

/**
 * Collects bytes into chunks of whole lines. Holds at most one chunk and one line.
 *
 * Bytes are copied as they come, and lines are not counted. Chunks reuse their memory, so a source of any length leaves
 * no garbage.
 */
export class LineBuffer {
  #isAtBeginning: boolean
  readonly #unused: Uint8Array<ArrayBuffer>[] = []
  #buffer = allocate()
  #used = 0
  /** The number of bytes in the buffer that belong to complete lines. */
  #complete = 0
  /** The beginning of the current line, if it is too long. */
  #skipped: Uint8Array | undefined

  /** @param isAtBeginning - Whether the first bytes start a file, so that a byte order mark is skipped. */
  constructor(isAtBeginning = true) {
    this.#isAtBeginning = isAtBeginning
  }

  get hasLines(): boolean {
    return this.#complete > 0
  }

  *put(part: Uint8Array): Generator<Chunk> {
    let rest = part
    while (rest.length > 0) {
      rest = this.#skipped ? yield* this.#skip(rest) : this.#fill(rest)
      const isFull = this.#used === this.#buffer.length
      const isLarge = this.#buffer.length > chunkBytes
      if (isFull && !this.hasLines) this.#grow()
      else if (isFull || (isLarge && this.hasLines)) yield* this.flush()
    }
  }

  /** Yields the complete lines as a chunk. */
  *flush(): Generator<Chunk> {
    if (!this.hasLines) return
    const full = this.#buffer
    const size = this.#complete
    this.#buffer = this.#unused.pop() ?? allocate()
    this.#buffer.set(full.subarray(size, this.#used))
    this.#used -= size
    this.#complete = 0
    yield { bytes: this.#withoutMark(full.subarray(0, size)) }
  }

  /** Ends the last line if it has no line feed. */
  *endLine(): Generator<Chunk> {
    yield* this.#endSkipped()
    if (this.#used === this.#complete) return
    this.#buffer[this.#used++] = lineFeed
    this.#complete = this.#used
  }

  /** Reuses the memory of a chunk. */
  reuse(bytes: Uint8Array): void {
    if (bytes.buffer.byteLength === chunkBytes) this.#unused.push(new Uint8Array(bytes.buffer as ArrayBuffer))
  }

  /** Copies the part that fits, and returns the rest. A line larger than a chunk becomes a chunk of its own. */
  #fill(part: Uint8Array): Uint8Array {
    const fit = part.subarray(0, this.#buffer.length - this.#used)
    const isLarge = this.#buffer.length > chunkBytes
    const size = 1 + (isLarge ? fit.indexOf(lineFeed) : fit.lastIndexOf(lineFeed))
    const taken = isLarge && size > 0 ? size : fit.length
    this.#buffer.set(fit.subarray(0, taken), this.#used)
    if (size > 0) this.#complete = this.#used + size
    this.#used += taken
    return part.subarray(taken)
  }

  /** Makes room for the rest of a long line, or skips it. */
  #grow(): void {
    const small = this.#buffer
    if (this.#used > maxLineBytes) {
      this.#skipped = small.slice(0, shownBytes)
      this.#buffer = this.#unused.pop() ?? allocate()
      this.#used = 0
    } else {
      this.#buffer = new Uint8Array(Math.min(2 * this.#used, maxLineBytes + 1))
      this.#buffer.set(small)
      this.reuse(small)
    }
  }

  *#skip(part: Uint8Array): Generator<Chunk, Uint8Array> {
    const size = part.indexOf(lineFeed) + 1
    if (size > 0) yield* this.#endSkipped()
    return part.subarray(size > 0 ? size : part.length)
  }

  *#endSkipped(): Generator<Chunk> {
    if (!this.#skipped) return
    const shown = this.#skipped
    this.#skipped = undefined
    const bytes = Uint8Array.of(...this.#withoutMark(shown), lineFeed)
    yield { bytes, records: [() => tooLong] }
  }

  #withoutMark(bytes: Uint8Array): Uint8Array {
    const hasMark = this.#isAtBeginning && byteOrderMark.every((byte, index) => bytes[index] === byte)
    this.#isAtBeginning = false
    return hasMark ? bytes.subarray(3) : bytes
  }
}

function allocate(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(chunkBytes)
}
