import type { WatchStore } from '../../watch/types.js'
import { openStatusLine, type Terminal } from '../openStatusLine.js'

export type WatchProgress = {
  update(place: { scannedTo: bigint; head: bigint | undefined }): Promise<void>
  clear(): void
}

/** Shows how far the watcher is, on a terminal only. */
export function createWatchProgress(store: Pick<WatchStore, 'summarize'>, stream?: Terminal): WatchProgress {
  const line = openStatusLine(500, stream)
  if (!line) return { update: async () => {}, clear: () => {} }
  return {
    async update({ scannedTo, head }) {
      if (!line.isDue()) return
      const { checked, fills, findings } = await store.summarize()
      const total = Object.values(findings).reduce((sum, count) => sum + count, 0)
      const place = head === undefined ? `block ${scannedTo}` : `block ${scannedTo} of ${head}`
      line.show(`${place}, ${checked} of ${fills} fills checked, ${total} contradictions`)
    },
    clear: line.clear,
  }
}
