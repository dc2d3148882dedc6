import type { Verdict } from './types.js'

/** What goes to a thread at once: enough that sending it costs little, and so little that memory stays small. */
export type Chunk = {
  /** Of its first record in the source. */
  index: number
  count: number
  /** A line for each record, ended by a line feed. */
  bytes: Uint8Array
  /** The verdicts that do not come from the line, by place in the chunk. */
  known: ReadonlyMap<number, () => Verdict>
  /** How many bytes of the source were read when the chunk ended. */
  end: number
}

/** Where a source that is not read from its beginning starts. */
export type Start = { index: number; end: number }

export type JudgedChunk = Chunk & { verdicts: Verdict[] }
