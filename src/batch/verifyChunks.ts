import type { Chunk, JudgedChunk } from './chunk.js'
import type { Chunker } from './createChunker.js'
import type { Runner } from './createPool.js'

export type VerifyChunksParameters = {
  source: Iterable<unknown> | AsyncIterable<unknown>
  chunker: Chunker
  run: Runner['run']
  /** How many chunks are held at most: waiting to be judged, being judged, or judged and not yet taken. */
  limit: number
  /** Of the first record; 0 by default. */
  index?: number | undefined
  /** Ends the results early, without an error. */
  signal?: AbortSignal | undefined
}

type Entry = { outcome?: { judged: Omit<JudgedChunk, 'index'> } | { error: unknown } }

/** Lines wait no longer for others to fill a chunk, where a source is slow. */
const lingerMs = 10

/**
 * Judges what a source gives, chunk by chunk, and yields them in order.
 *
 * - Rule: nothing is read from the source while `limit` chunks are held. What came before an error of the source is
 *   yielded before that error is thrown.
 */
export async function* verifyChunks(
  parameters: VerifyChunksParameters,
): AsyncGenerator<JudgedChunk, void, void> {
  const { source, chunker, run, limit, signal } = parameters
  const entries: Entry[] = []
  const { changed, change } = createSignal()
  let index = parameters.index ?? 0
  let isStopped = false
  let ending: { error?: unknown } | undefined

  const reader = createReader(source, () => {
    const chunk = chunker.flush()
    if (chunk) start(chunk)
  })

  function start(chunk: Chunk): void {
    const entry: Entry = {}
    entries.push(entry)
    run(chunk)
      .then(
        (judged) => {
          entry.outcome = { judged: { ...judged, end: chunk.end } }
        },
        (error: unknown) => {
          entry.outcome = { error }
        },
      )
      .then(change)
  }

  async function startAll(chunks: Iterable<Chunk>): Promise<void> {
    for (const chunk of chunks) {
      start(chunk)
      while (entries.length >= limit && !isStopped) await changed()
      if (isStopped) return
    }
  }

  async function readAll(): Promise<void> {
    try {
      for (
        let item = await reader.next();
        !item.done && !isStopped;
        item = await reader.next(chunker.hasRecords())
      ) {
        await startAll(chunker.add(item.value))
      }
      if (!isStopped) await startAll(chunker.end())
      ending = {}
    } catch (error) {
      const chunk = chunker.flush()
      if (chunk) start(chunk)
      ending = { error }
    }
    change()
  }

  signal?.addEventListener('abort', change)
  try {
    void readAll()
    while (!signal?.aborted) {
      const outcome = entries[0]?.outcome
      if (outcome) {
        if ('error' in outcome) throw outcome.error
        entries.shift()
        change()
        const { judged } = outcome
        yield { index, ...judged }
        index += judged.verdicts.numbers.length
        chunker.reuse(judged.bytes)
      } else if (ending && entries.length === 0) {
        if ('error' in ending) throw ending.error
        return
      } else {
        await changed()
      }
    }
  } finally {
    isStopped = true
    signal?.removeEventListener('abort', change)
    change()
    await reader.close()
  }
}

function createSignal() {
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

/** Reads a source, and calls `onIdle` when it lets what was read wait. */
function createReader(source: Iterable<unknown> | AsyncIterable<unknown>, onIdle: () => void) {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  function linger(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isReading) onIdle()
    }, lingerMs)
  }

  return {
    /** A source that is not asynchronous answers at once. */
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
      // A generator that waits for its own source can't be told to stop; a stream can.
      if (isReading && 'destroy' in source && typeof source.destroy === 'function') source.destroy()
      const closing = iterator.return?.()
      if (!isReading) await closing
      else Promise.resolve(closing).catch(() => {})
    },
  }
}
