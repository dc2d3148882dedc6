import PQueue from 'p-queue'

type Bucket = { queue: PQueue; windowMs: number; usedAt: number }

/** Of the whole process: a limit counts per key, whichever client sends. */
const buckets = new Map<string, Bucket>()

/**
 * Waits until another request may be sent.
 *
 * - Rule: at most `most` turns of one `name` in any `windowMs`, in the order in which they were asked for. A turn that is
 *   aborted while it waits leaves the queue and counts for nothing.
 *
 * @throws The signal's reason when it aborts first.
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
  const key = `${most} ${windowMs} ${name}`
  const bucket = buckets.get(key) ?? addBucket(key, most, windowMs)
  await bucket.queue.add(
    () => {
      bucket.usedAt = Date.now()
    },
    { signal },
  )
}

/** How many buckets there are. */
export function countBuckets(): number {
  return buckets.size
}

function addBucket(key: string, intervalCap: number, windowMs: number): Bucket {
  // A bucket that was idle for its whole window limits nothing, so it can be dropped.
  const now = Date.now()
  for (const [other, { queue, usedAt, windowMs }] of buckets) {
    if (queue.size === 0 && queue.pending === 0 && now - usedAt > windowMs) buckets.delete(other)
  }
  const bucket = {
    queue: new PQueue({ intervalCap, interval: windowMs, strict: true }),
    windowMs,
    usedAt: now,
  }
  buckets.set(key, bucket)
  return bucket
}
