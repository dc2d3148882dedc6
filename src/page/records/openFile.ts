import { EvidenceTextError } from '../../report/errors.js'

export type OpenFile = {
  /** The bytes of the records. Decompressed if the file's name ends in `.gz`. */
  source: AsyncIterable<Uint8Array>
  /** Returns the number of bytes read so far. */
  bytesRead(): number
}

/** Opens a file as a stream, which reads only as fast as its consumer. */
export function openFile(file: File): OpenFile {
  let count = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      count += bytes.length
      controller.enqueue(bytes)
    },
  })
  const counted = file.stream().pipeThrough(counter)
  const source = file.name.endsWith('.gz')
    ? read(counted.pipeThrough(new DecompressionStream('gzip')), explainGzip)
    : read(counted)
  return { source, bytesRead: () => count }
}

function explainGzip(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  return new EvidenceTextError(
    'The file is damaged, or has several gzip members, which browsers do not read.',
    ['Unpack it and open what comes out, or run fillproof check.'],
  )
}

/** Yields the chunks of a stream with a reader, since some browsers can't iterate a stream. */
async function* read(
  stream: ReadableStream<Uint8Array>,
  explain = (error: unknown) => error,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let item = await reader.read(); !item.done; item = await reader.read()) yield item.value
  } catch (error) {
    throw explain(error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}
