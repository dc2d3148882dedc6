import type { RecordVerifier } from './createRecordVerifier.js'
import { decodeUtf8 } from './decodeUtf8.js'
import type { RecordResult } from './types.js'

const lineFeed = 10

export function* verifyLines(
  bytes: Uint8Array,
  { verifyText, verifyBytes }: RecordVerifier,
): Generator<RecordResult> {
  // Decoding all lines at once is much faster. If one of them is not UTF-8, each line is decoded on its own.
  const text = decodeUtf8(bytes)
  const size = text?.length ?? bytes.length
  let from = 0
  while (from < size) {
    const to = text === undefined ? bytes.indexOf(lineFeed, from) : text.indexOf('\n', from)
    yield text === undefined ? verifyBytes(bytes.subarray(from, to)) : verifyText(text.slice(from, to))
    from = to + 1
  }
}
