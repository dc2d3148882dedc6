import type { Chunk, VerifiedChunk } from './chunk.js'
import type { Chunker } from './createChunker.js'
import type { Runner } from './createPool.js'

export type ChunkQueueParameters = {
  source: Iterable<unknown> | AsyncIterable<unknown>
  chunker: Chunker
  run: Runner['run']
  /** The most chunks to hold. A held chunk waits for a thread, is being verified, or is verified and not yet taken. */
  limit: number
}

type Verified = Omit<VerifiedChunk, 'index'>
type Entry = { outcome?: { verified: Verified } | { error: unknown } }

/** Reads a source while there is room, and keeps the order of the chunks. */
export function createChunkQueue({ source, chunker, run, limit }: ChunkQueueParameters) {
  const entries: Entry[] = []
  const { changed, change } = createNotifier()
  let isStopped = false
  let ending: { error?: unknown } | undefined
  const reader = createReader(source, flush)

  function start(chunk: Chunk): void {
    const entry: Entry = {}
    entries.push(entry)
    run(chunk)
      .then((verified) => {
        entry.outcome = { verified }
      })
      .catch((error: unknown) => {
        entry.outcome = { error }
      })
      .then(change)
  }

  function flush(): void {
    for (const chunk of chunker.flush()) start(chunk)
  }

  async function startAll(chunks: Iterable<Chunk>): Promise<void> {
    for (const chunk of chunks) {
      start(chunk)
      while (entries.length >= limit && !isStopped) await changed()
      if (isStopped) return
    }
  }

  async function readAll(): Promise<void> {
    let item = await reader.next()
    while (!item.done && !isStopped) {
      await startAll(chunker.add(item.value))
      item = await reader.next(chunker.hasRecords())
    }
    if (!isStopped) await startAll(chunker.end())
  }

  return {
    changed,
    change,
    async start(): Promise<void> {
      try {
        await readAll()
        ending = {}
      } catch (error) {
        flush()
        ending = { error }
      }
      change()
    },
    /** Returns the next chunk if it is verified. Throws its error, or the source's error after the last chunk. */
    take(): Verified | undefined {
      const outcome = entries[0]?.outcome
      if (!outcome) {
        if (entries.length === 0 && ending && 'error' in ending) throw ending.error
        return undefined
      }
      if ('error' in outcome) throw outcome.error
      entries.shift()
      change()
      return outcome.verified
    },
    isOver: () => ending !== undefined && entries.length === 0,
    async stop(): Promise<void> {
      isStopped = true
      change()
      await reader.close()
    },
  }
}

function createNotifier() {
  let waiting: (() => void)[] = []
  return {
    changed: () => new Promise<void>((resolve) => waiting.push(resolve)),
    change: () => {
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
  }
}

/** The longest time, in milliseconds, that a chunk of a slow source waits for more lines. */
const lingerMs = 10

/** Reads a source. Calls `onIdle` if the source does not deliver in time. */
function createReader(source: Iterable<unknown> | AsyncIterable<unknown>, onIdle: () => void) {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false

  function linger(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isReading) onIdle()
    }, lingerMs)
  }

  return {
    /** Reads the next item. A synchronous source returns it at once. */
    next(hasRecords = false): IteratorResult<unknown> | Promise<IteratorResult<unknown>> {
      const item = iterator.next()
      if (!(item instanceof Promise)) return item
      if (hasRecords) linger()
      isReading = true
      return item.finally(() => {
        isReading = false
      })
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      // A stream can be stopped. A generator that waits for its own source can't.
      if (isReading && 'destroy' in source && typeof source.destroy === 'function') source.destroy()
      const closing = iterator.return?.()
      if (!isReading) await closing
      else Promise.resolve(closing).catch(() => {})
    },
  }
}
