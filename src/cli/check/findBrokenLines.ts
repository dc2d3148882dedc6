import type { VerifiedChunk } from '../../batch/chunk.js'
import { unpackResults } from '../../batch/packResults.js'
import { type BrokenLine, readRequestId } from './tally.js'

/** At most `most` lines of a chunk that are not valid, with their text. */
export function findBrokenLines({ index, bytes, results }: VerifiedChunk, most: number): BrokenLine[] {
  const { invalid, malformed } = results.counts
  const wanted = Math.min(most, invalid + malformed)
  if (wanted <= 0) return []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const broken: BrokenLine[] = []
  let line = index
  let from = 0
  for (const { status, reason = '' } of unpackResults(results)) {
    line += 1
    const to = buffer.indexOf('\n', from)
    if (status !== 'valid') {
      const text = buffer.toString('utf8', from, to).replace(/\r$/, '')
      broken.push({ line, status, requestId: readRequestId(text), reason, text })
      if (broken.length === wanted) break
    }
    from = to + 1
  }
  return broken
}
