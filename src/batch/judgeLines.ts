import { isUtf8 } from 'node:buffer'
import type { Judge } from './createJudge.js'
import type { Verdict } from './types.js'

/** Judges lines, one at a time. */
export function* judgeLines(bytes: Uint8Array, { judgeText, judgeBytes }: Judge): Generator<Verdict> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // It is much faster to decode all lines at once. Where one is no text, the others still are.
  const text = isUtf8(buffer) ? buffer.toString() : undefined
  const all = text ?? buffer
  let from = 0
  while (from < all.length) {
    const to = all.indexOf('\n', from)
    yield text === undefined ? judgeBytes(buffer.subarray(from, to)) : judgeText(text.slice(from, to))
    from = to + 1
  }
}
