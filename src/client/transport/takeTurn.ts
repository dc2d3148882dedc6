type Bucket = {
  most: number
  windowMs: number
  /** The callbacks that wait for a turn, in order of request. */
  waiting: Set<() => void>
  /** The times of the turns in the last `windowMs`. */
  times: number[]
  timer?: ReturnType<typeof setTimeout>
}

/** Shared by the whole process: a limit counts per key, whichever client sends. */
const buckets = new Map<string, Bucket>()

/**
 * Waits until another request may be sent.
 *
 * - Allows at most `most` turns of one `name` in any `windowMs`, in order of request. A turn that is aborted while it waits
 *   leaves the queue and is not counted.
 *
 * @throws The signal's reason if the signal aborts first.
 */
export async function takeTurn({
  name,
  most,
  windowMs = 60_000,
  signal,
}: {
  name: string
  most: number
  windowMs?: number
  signal: AbortSignal
}): Promise<void> {
  signal.throwIfAborted()
  const key = `${most} ${windowMs} ${name}`
  // Removes buckets that were idle for their whole window: they limit nothing.
  for (const [other, { waiting, times, windowMs }] of buckets) {
    if (waiting.size === 0 && times.at(-1)! + windowMs <= performance.now()) buckets.delete(other)
  }
  const bucket = buckets.get(key) ?? { waiting: new Set(), times: [], most, windowMs }
  buckets.set(key, bucket)
  return new Promise((resolve, reject) => {
    const take = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      bucket.waiting.delete(take)
      serve(bucket)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    bucket.waiting.add(take)
    serve(bucket)
  })
}

/** Returns the number of buckets. */
export function countBuckets(): number {
  return buckets.size
}

function serve(bucket: Bucket): void {
  const { waiting, times, most, windowMs } = bucket
  const now = performance.now()
  while (times.length > 0 && times[0]! + windowMs <= now) times.shift()
  for (const take of [...waiting].slice(0, most - times.length)) {
    times.push(now)
    waiting.delete(take)
    take()
  }
  clearTimeout(bucket.timer)
  if (waiting.size > 0) bucket.timer = setTimeout(() => serve(bucket), times[0]! + windowMs - now)
}
