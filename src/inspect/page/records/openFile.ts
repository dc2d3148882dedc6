export type OpenFile = {
  /** The records, decompressed where the name ends in `.gz`. */
  source: AsyncIterable<Uint8Array>
  /** How much of the file was read. */
  bytesRead(): number
}

/** Opens a file as a stream. It is read as fast as the result is taken. */
export function openFile(file: File): OpenFile {
  let count = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      count += bytes.length
      controller.enqueue(bytes)
    },
  })
  const counted = file.stream().pipeThrough(counter)
  const stream = file.name.endsWith('.gz') ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
  return { source: read(stream), bytesRead: () => count }
}

/** Not every browser iterates a stream by itself. */
async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let item = await reader.read(); !item.done; item = await reader.read()) yield item.value
  } finally {
    await reader.cancel()
  }
}
