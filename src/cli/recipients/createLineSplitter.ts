export type Line = {
  /** Without the line feed; the first bytes of a line that is too long. */
  bytes: Buffer
  /** Bytes that it takes in the source. */
  size: number
  isTooLong: boolean
}

export type LineSplitter = {
  /** The lines that end in this part, which may be cut anywhere. */
  split(part: Uint8Array): Generator<Line>
  /** The last line, without a line feed. */
  end(): Generator<Line>
}

/** A longer line is malformed, as it would have to be held in memory. */
const maxBytes = 2 ** 20
const shownBytes = 1000
const lineFeed = 10

/** Splits bytes into lines, holding one line, or the beginning of one that is too long. */
export function createLineSplitter(): LineSplitter {
  let kept: Buffer[] = []
  let keptBytes = 0

  function keep(part: Buffer): void {
    const isTooLong = keptBytes + part.length > maxBytes
    if (keptBytes <= maxBytes) kept.push(isTooLong ? Buffer.from(part.subarray(0, shownBytes)) : part)
    keptBytes += part.length
  }

  function* take(ending: number): Generator<Line> {
    yield toLine(Buffer.concat(kept), keptBytes, ending)
    kept = []
    keptBytes = 0
  }

  return {
    *split(part) {
      const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
      let from = 0
      for (let to = bytes.indexOf(lineFeed); to >= 0; to = bytes.indexOf(lineFeed, from)) {
        const line = bytes.subarray(from, to)
        from = to + 1
        if (keptBytes === 0) yield toLine(line, line.length, 1)
        else {
          keep(line)
          yield* take(1)
        }
      }
      // The caller may reuse the bytes.
      if (from < bytes.length) keep(Buffer.from(bytes.subarray(from)))
    },
    *end() {
      if (keptBytes > 0) yield* take(0)
    },
  }
}

function toLine(bytes: Buffer, length: number, ending: number): Line {
  const isTooLong = length > maxBytes
  return { bytes: isTooLong ? bytes.subarray(0, shownBytes) : bytes, size: length + ending, isTooLong }
}
