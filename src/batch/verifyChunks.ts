import type { VerifiedChunk } from './chunk.js'
import { type ChunkQueueParameters, createChunkQueue } from './createChunkQueue.js'

export type VerifyChunksParameters = ChunkQueueParameters & {
  /** Ends the results early, without an error. */
  signal?: AbortSignal | undefined
}

/**
 * Verifies a source chunk by chunk, and yields the results in order.
 *
 * While `limit` chunks are held, nothing is read from the source. If the source fails, the results before the failure
 * are yielded first.
 */
export async function* verifyChunks({
  signal,
  ...parameters
}: VerifyChunksParameters): AsyncGenerator<VerifiedChunk, void, void> {
  const queue = createChunkQueue(parameters)
  let index = 0
  signal?.addEventListener('abort', queue.change)
  try {
    void queue.start()
    while (!signal?.aborted) {
      const verified = queue.take()
      if (verified) {
        yield { index, ...verified }
        index += verified.results.numbers.length
        parameters.chunker.reuse(verified.bytes)
      } else if (queue.isOver()) return
      else await queue.changed()
    }
  } finally {
    signal?.removeEventListener('abort', queue.change)
    await queue.stop()
  }
}
