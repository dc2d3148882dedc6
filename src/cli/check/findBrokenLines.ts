import type { JudgedChunk } from '../../batch/chunk.js'
import { type BrokenLine, readRequestId } from './tally.js'

/** The lines of a chunk that are not valid, with their text, and no more than `most`. */
export function findBrokenLines({ index, bytes, verdicts }: JudgedChunk, most: number): BrokenLine[] {
  if (most <= 0 || verdicts.every(({ status }) => status === 'valid')) return []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const broken: BrokenLine[] = []
  let from = 0
  for (const [place, { status, reason = '' }] of verdicts.entries()) {
    const to = buffer.indexOf('\n', from)
    if (status !== 'valid' && broken.length < most) {
      const text = buffer.toString('utf8', from, to).replace(/\r$/, '')
      broken.push({ line: index + place + 1, status, requestId: readRequestId(text), reason, text })
    }
    from = to + 1
  }
  return broken
}
