import type { WatchStore } from '../../watch/types.js'

export type WatchProgress = {
  update(place: { scannedTo: bigint; head: bigint | undefined }): Promise<void>
  clear(): void
}

const everyMs = 500

/** Shows how far the watcher is on a terminal, and nothing where there is none. */
export function createWatchProgress(
  store: Pick<WatchStore, 'summarize'>,
  stream = process.stderr,
): WatchProgress {
  if (!stream.isTTY || process.env.TERM === 'dumb') return { update: async () => {}, clear: () => {} }
  let shownAt = 0
  return {
    async update({ scannedTo, head }) {
      const at = performance.now()
      if (at - shownAt < everyMs) return
      shownAt = at
      const { checked, fills, findings } = await store.summarize()
      const total = Object.values(findings).reduce((sum, count) => sum + count, 0)
      const place = head === undefined ? `block ${scannedTo}` : `block ${scannedTo} of ${head}`
      stream.write(`\r\x1b[K${place}, ${checked} of ${fills} fills checked, ${total} contradictions`)
    },
    clear() {
      stream.write('\r\x1b[K')
    },
  }
}
