import type { VerifiedChunk } from './chunk.js'
import { unpackResults } from './packResults.js'
import { type BrokenLine, readRequestId } from './tally.js'
import type { NamedChain } from './types.js'

const lineFeed = 10
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function findBrokenLines(
  { index, bytes, results }: VerifiedChunk,
  most: number,
  chains: readonly NamedChain[],
): BrokenLine[] {
  const { invalid, malformed } = results.counts
  const wanted = Math.min(most, invalid + malformed)
  if (wanted <= 0) return []
  const broken: BrokenLine[] = []
  let line = index
  let from = 0
  for (const { status, reason = '' } of unpackResults(results)) {
    line += 1
    const to = bytes.indexOf(lineFeed, from)
    if (status !== 'valid') {
      const text = decoder.decode(bytes.subarray(from, to)).replace(/\r$/, '')
      broken.push({ line, status, requestId: readRequestId(text, chains), reason, text })
      if (broken.length === wanted) break
    }
    from = to + 1
  }
  return broken
}
