import { isUtf8 } from 'node:buffer'
import type { Chunk } from './chunk.js'
import type { Judge } from './createJudge.js'
import type { Verdict } from './types.js'

/** Judges the lines of a chunk, one at a time. */
export function* judgeLines(
  bytes: Uint8Array,
  { judgeText, judgeBytes }: Judge,
  known?: Chunk['known'],
): Generator<Verdict> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // It is much faster to decode all lines at once. Where one is no text, the others still are.
  const text = isUtf8(buffer) ? buffer.toString() : undefined
  const all = text ?? buffer
  let from = 0
  for (let place = 0; from < all.length; place++) {
    const to = all.indexOf('\n', from)
    const judgeLine = () =>
      text === undefined ? judgeBytes(buffer.subarray(from, to)) : judgeText(text.slice(from, to))
    yield known?.get(place)?.() ?? judgeLine()
    from = to + 1
  }
}
