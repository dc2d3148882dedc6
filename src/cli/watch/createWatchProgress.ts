import type { WatchSummary } from '../../watch/types.js'
import { openStatusLine, type Terminal } from '../openStatusLine.js'

export type WatchProgress = {
  update(head: bigint | undefined): Promise<void>
  clear(): void
}

/** Shows the watcher's progress, on a terminal only. */
export function createWatchProgress(
  readSummaries: () => Promise<readonly WatchSummary[]>,
  stream?: Terminal,
): WatchProgress {
  const line = openStatusLine(500, stream)
  if (!line) return { update: async () => {}, clear: () => {} }
  return {
    async update(head) {
      if (!line.isDue()) return
      const summaries = await readSummaries()
      const sum = (read: (summary: WatchSummary) => number) =>
        summaries.reduce((total, summary) => total + read(summary), 0)
      const found = sum(({ findings }) => Object.values(findings).reduce((total, count) => total + count, 0))
      const [first] = summaries
      const block = head === undefined ? `block ${first?.scannedTo}` : `block ${first?.scannedTo} of ${head}`
      const place = summaries.length === 1 ? block : `${summaries.length} receivers`
      line.show(
        `${place}, ${sum(({ checked }) => checked)} of ${sum(({ fills }) => fills)} fills checked, ${found} contradictions`,
      )
    },
    clear: line.clear,
  }
}
