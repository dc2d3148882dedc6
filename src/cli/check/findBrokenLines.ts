import type { JudgedChunk } from '../../batch/chunk.js'
import { type BrokenLine, readRequestId } from './tally.js'

/** The lines of a chunk that are not valid, with their text. */
export function findBrokenLines({ index, bytes, verdicts }: JudgedChunk): BrokenLine[] {
  if (verdicts.every(({ status }) => status === 'valid')) return []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const broken: BrokenLine[] = []
  let from = 0
  for (const [place, { status, reason = '' }] of verdicts.entries()) {
    const to = buffer.indexOf('\n', from)
    if (status !== 'valid') {
      const text = buffer.toString('utf8', from, to).replace(/\r$/, '')
      broken.push({ line: index + place + 1, status, requestId: readRequestId(text), reason, text })
    }
    from = to + 1
  }
  return broken
}
