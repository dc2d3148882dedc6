import { isUtf8 } from 'node:buffer'
import type { RecordVerifier } from './createRecordVerifier.js'
import type { RecordResult } from './types.js'

/** Verifies lines, one at a time. */
export function* verifyLines(
  bytes: Uint8Array,
  { verifyText, verifyBytes }: RecordVerifier,
): Generator<RecordResult> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Decoding all lines at once is much faster. Where one is not UTF-8, the others still are.
  const text = isUtf8(buffer) ? buffer.toString() : undefined
  const all = text ?? buffer
  let from = 0
  while (from < all.length) {
    const to = all.indexOf('\n', from)
    yield text === undefined ? verifyBytes(buffer.subarray(from, to)) : verifyText(text.slice(from, to))
    from = to + 1
  }
}
