import type { PackedResults } from './packResults.js'
import type { RecordResult } from './types.js'

/** A thread's unit of work: enough to make sending cheap, and small enough to keep memory low. */
export type Chunk = {
  /** A line for each record, ended by a line feed. The memory moves with the chunk. */
  bytes: Uint8Array
  /** Verify the records that are not lines. */
  records?: readonly (() => RecordResult)[]
}

export type VerifiedChunk = {
  /** The position of its first record in the source. */
  index: number
  /** Valid until the next chunk is requested. */
  bytes: Uint8Array
  results: PackedResults
}
