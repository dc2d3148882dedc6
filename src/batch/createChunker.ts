import { toRecord } from '../base/values.js'
import type { Chunk } from './chunk.js'
import type { RecordVerifier } from './createRecordVerifier.js'
import { chunkBytes, LineBuffer } from './lineBuffer.js'
import type { RecordResult } from './types.js'

export type Chunker = {
  /** Adds one item of a source, and yields the full chunks. */
  add(item: unknown): Generator<Chunk>
  /** Whether records are waiting for a full chunk. */
  hasRecords(): boolean
  /** Yields the waiting records as a chunk. */
  flush(): Generator<Chunk>
  /** Yields everything that is left, including a last line without a line feed. */
  end(): Generator<Chunk>
  /** Reuses the memory of a chunk. */
  reuse(bytes: Uint8Array): void
}

export type ChunkerOptions = {
  verifyRecord: RecordVerifier['verifyRecord']
  /** Whether this thread verifies the records. If so, records that are objects are not converted to lines. */
  isHere: boolean
  /** Whether strings are parts of NDJSON that may be cut anywhere, like bytes. */
  isDecoded: boolean
  /** Whether the source starts at the beginning of a file. Defaults to true. */
  isAtBeginning?: boolean | undefined
}

const encoder = new TextEncoder()
/** The most records in a chunk that this thread verifies. */
const chunkRecords = 128

/** Gathers a source into chunks, in order. */
export function createChunker({ verifyRecord, isHere, isDecoded, isAtBeginning }: ChunkerOptions): Chunker {
  const lines = new LineBuffer(isAtBeginning)
  const records: (() => RecordResult)[] = []

  function* flush(): Generator<Chunk> {
    if (records.length > 0) yield { bytes: new Uint8Array(), records: records.splice(0) }
    else yield* lines.flush()
  }

  function* put(part: Uint8Array): Generator<Chunk> {
    if (records.length > 0) yield* flush()
    yield* lines.put(part)
  }

  function* putRecord(record: unknown): Generator<Chunk> {
    const text = isHere ? undefined : toRecordLine(record)
    if (text !== undefined && text.length < chunkBytes) return yield* put(encoder.encode(`${text}\n`))
    yield* lines.flush()
    records.push(() => verifyRecord(record))
    if (records.length === chunkRecords) yield* flush()
  }

  return {
    *add(item) {
      if (item instanceof Uint8Array) yield* put(item)
      else if (typeof item === 'string' && isDecoded) yield* put(encoder.encode(item))
      else {
        yield* lines.endLine()
        if (typeof item !== 'string') yield* putRecord(item)
        else yield* put(encoder.encode(item.endsWith('\n') ? item : `${item}\n`))
      }
    },
    hasRecords: () => lines.hasLines || records.length > 0,
    flush,
    *end() {
      yield* lines.endLine()
      yield* flush()
    },
    reuse: (bytes) => lines.reuse(bytes),
  }
}

const fields = [
  'originChainId',
  'originUser',
  'originCurrency',
  'originAmount',
  'destinationChainId',
  'destinationUser',
  'destinationCurrency',
]

/**
 * Writes the fields of a record as JSON, for another thread.
 *
 * Returns undefined if JSON would change the record, such as an object with a `toJSON`. This thread verifies such a
 * record.
 */
function toRecordLine(input: unknown): string | undefined {
  try {
    const record = toRecord(input)
    const requestData = toRecord(record?.requestData)
    if (!record || !requestData) return undefined
    const { requestId, signature } = record
    const own = { ...requestData }
    const data = Object.fromEntries(fields.map((name) => [name, toPlain(own[name])]))
    return JSON.stringify({ requestId: toPlain(requestId), signature: toPlain(signature), requestData: data })
  } catch {
    return undefined
  }
}

/** Returns a value that JSON does not change. Amounts become decimal strings. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint' && value >= 0n) return String(value)
  if (typeof value === 'string' || value === undefined || Number.isSafeInteger(value)) return value
  throw new TypeError('JSON would change this value.')
}
