import type { Chunk } from '../../batch/chunk.js'
import type { Chunker } from '../../batch/createChunker.js'
import { createPool, type StartThread, type Verified } from '../../batch/createPool.js'
import { BatchWorkerError } from '../../batch/errors.js'
import { findBrokenLines } from '../../batch/findBrokenLines.js'
import { LineBuffer } from '../../batch/lineBuffer.js'
import { createPacker } from '../../batch/packResults.js'
import { addToTally, createTally, shownLines } from '../../batch/tally.js'
import type { RecordVerifierOptions } from '../../batch/types.js'
import { verifyChunks } from '../../batch/verifyChunks.js'
import { EvidenceTextError } from '../../report/errors.js'
import { createRecordsReport } from '../views/recordsReport.js'

export type StartCheckParameters = WorkerSetup & {
  file: File
  into: HTMLElement
  say(message: string): void
  inspect(line: string): void
}

/** The options for the workers, sent as JSON. */
export type WorkerSetup = Pick<RecordVerifierOptions, 'solvers' | 'chains'>

export type FileCheck = { name: string; cancel(): void }

const updateMs = 250
/** The most workers. More workers need more memory and save little time. */
const mostWorkers = 8

/** Checks a file of records as `fillproof check` does, in workers, and shows the counts while it reads. */
export function startCheck({ file, solvers, chains, into, say, inspect }: StartCheckParameters): FileCheck {
  let isCanceled = false
  const cancel = () => {
    isCanceled = true
  }
  const report = createRecordsReport({ file, solvers, inspect, cancel })
  into.replaceChildren(report.element)
  run().catch((error: unknown) => report.fail(error))
  return { name: file.name, cancel }

  async function run(): Promise<void> {
    const workers = Math.min(navigator.hardwareConcurrency || 2, mostWorkers)
    const pool = createPool(workers, createStartWorker({ solvers, chains }))
    const { source, bytesRead } = openFile(file)
    const tally = createTally()
    const started = performance.now()
    let shownAt = started
    let said = 0
    const show = () => {
      tally.seconds = (performance.now() - started) / 1000
      const part = Math.min(bytesRead() / Math.max(file.size, 1), 1)
      report.show(tally, part)
      const tenth = Math.floor(part * 10)
      if (tenth > said && tenth < 9) say(`Checking: ${tenth * 10} %.`)
      said = Math.max(said, tenth)
    }
    try {
      const verify = (chunk: Chunk) => (chunk.records ? verifyHere(chunk) : pool.run(chunk))
      const chunker = createLineChunker()
      const chunks = verifyChunks({ source, chunker, run: verify, limit: 2 * workers + 2 })
      show()
      for await (const chunk of chunks) {
        if (isCanceled) break
        const found = findBrokenLines(chunk, Number.POSITIVE_INFINITY, chains)
        report.add(found)
        addToTally(tally, chunk, found.slice(0, Math.max(0, shownLines - tally.first.length)))
        if (performance.now() - shownAt < updateMs) continue
        show()
        shownAt = performance.now()
      }
      show()
      report.finish(tally, isCanceled)
      say(isCanceled ? 'Canceled.' : 'Checked.')
    } finally {
      await pool.close()
    }
  }
}

/** Verifies lines that are too long to send to a worker. */
async function verifyHere({ bytes, records = [] }: Chunk): Promise<Verified> {
  const packer = createPacker()
  for (const verify of records) packer.add(verify())
  return { bytes, results: packer.pack() }
}

/** Cuts a source of bytes into chunks of whole lines. */
function createLineChunker(): Chunker {
  const lines = new LineBuffer()
  return {
    add: (item) => lines.put(item as Uint8Array),
    hasRecords: () => lines.hasLines,
    flush: () => lines.flush(),
    *end() {
      yield* lines.endLine()
      yield* lines.flush()
    },
    reuse: (bytes) => lines.reuse(bytes),
  }
}

/** Allows the worker's URL where the browser requires trusted types. The URL is fixed: the built worker is next to the page. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('fillproof', {
  createScriptURL: (url) => url,
})

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof rules
}

function createStartWorker(setup: WorkerSetup): StartThread {
  return ({ onVerified, onEnd }) => {
    const url = new URL('./worker.js', document.baseURI).href
    const trusted = policy ? policy.createScriptURL(url) : url
    const worker = new Worker(trusted, { type: 'module', name: JSON.stringify(setup) })
    worker.onmessage = ({ data }) => onVerified(data)
    worker.onerror = ({ message }) => onEnd(new BatchWorkerError({ cause: new Error(message) }))
    return {
      post: (bytes) => worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]),
      rest: () => {},
      end: () => worker.terminate(),
    }
  }
}

type OpenFile = {
  /** The bytes of the records. Decompressed if the file's name ends in `.gz`. */
  source: AsyncIterable<Uint8Array>
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
