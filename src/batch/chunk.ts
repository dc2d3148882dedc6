import type { PackedVerdicts } from './packVerdicts.js'
import type { Verdict } from './types.js'

/** What goes to a thread at once: enough that sending it costs little, and so little that memory stays small. */
export type Chunk = {
  /** A line for each record, ended by a line feed. The memory goes with the chunk, from hand to hand. */
  bytes: Uint8Array
  /** What tells the verdicts of records that are not judged by their lines. */
  judges?: readonly (() => Verdict)[]
  /** How many bytes of the source were read when the chunk ended. */
  end: number
}

/** Where a source that is not read from its beginning starts. */
export type Start = { index: number; end: number }

export type JudgedChunk = {
  /** Of its first record in the source. */
  index: number
  /** Until the next chunk is asked for, which may be written there. */
  bytes: Uint8Array
  verdicts: PackedVerdicts
  end: number
}
