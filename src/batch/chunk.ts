import type { PackedResults } from './packResults.js'
import type { RecordResult } from './types.js'

/** A thread's unit of work: large enough to make sending cheap, and small enough to keep memory low. */
export type Chunk = {
  /** One line per record, each ended by a line feed. The chunk owns this memory. */
  bytes: Uint8Array
  /** Functions that verify the records that are not lines. */
  records?: readonly (() => RecordResult)[]
}

export type VerifiedChunk = {
  /** The position of the chunk's first record in the source. */
  index: number
  /** Valid until the next chunk is requested. */
  bytes: Uint8Array
  results: PackedResults
}
