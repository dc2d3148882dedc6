import type { JudgedChunk } from '../../batch/chunk.js'
import { type OtherVerdict, readOthers } from '../../batch/packVerdicts.js'
import { type BrokenLine, readRequestId } from './tally.js'

/** The lines of a chunk that are not valid, with their text, and no more than `most`. */
export function findBrokenLines({ index, bytes, verdicts }: JudgedChunk, most: number): BrokenLine[] {
  if (most <= 0) return []
  const others = readOthers(verdicts)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const broken: BrokenLine[] = []
  let from = 0
  for (let place = 0; broken.length < Math.min(most, others.length); place++) {
    const to = buffer.indexOf('\n', from)
    if ((verdicts.numbers[place] as number) < 0) {
      const { status, reason = '' } = others[broken.length] as OtherVerdict
      const text = buffer.toString('utf8', from, to).replace(/\r$/, '')
      broken.push({ line: index + place + 1, status, requestId: readRequestId(text), reason, text })
    }
    from = to + 1
  }
  return broken
}
