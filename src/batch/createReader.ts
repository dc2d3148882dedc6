/** Lines of a slow source wait no longer for others to fill a chunk. */
const lingerMs = 10

/** Reads a source, and calls `onIdle` when it keeps what was read waiting. */
export function createReader(source: Iterable<unknown> | AsyncIterable<unknown>, onIdle: () => void) {
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
      // A generator that waits for its own source can't be stopped; a stream can.
      if (isReading && 'destroy' in source && typeof source.destroy === 'function') source.destroy()
      const closing = iterator.return?.()
      if (!isReading) await closing
      else Promise.resolve(closing).catch(() => {})
    },
  }
}
