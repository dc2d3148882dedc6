import type { Address } from 'viem'
import type { Chunk } from '../../../batch/chunk.js'
import type { Chunker } from '../../../batch/createChunker.js'
import { createPool, type Verified } from '../../../batch/createPool.js'
import { findBrokenLines } from '../../../batch/findBrokenLines.js'
import { LineBuffer } from '../../../batch/lineBuffer.js'
import { createPacker, type PackedResults } from '../../../batch/packResults.js'
import { addToTally, type BrokenLine, createTally, shownLines } from '../../../batch/tally.js'
import { verifyChunks } from '../../../batch/verifyChunks.js'
import { recordsReport } from '../views/recordsReport.js'
import { createStartWorker } from './createStartWorker.js'
import { openFile } from './openFile.js'
import { createRouteTally, noRoute, type RouteCount } from './routes.js'

export type CheckFileParameters = {
  file: File
  solvers: readonly Address[]
  /** Holds the report. */
  into: HTMLElement
  say(message: string): void
  /** Whether nothing else was asked since. */
  isNewest(): boolean
  /** Shows one line. */
  inspect(line: string): void
}

const updateMs = 250
const mostWorkers = 16

/** Checks a file of records as `fillproof check` does, in workers, and shows the counts while it reads. */
export async function checkFile({ file, solvers, into, say, isNewest, inspect }: CheckFileParameters) {
  const workers = Math.min(navigator.hardwareConcurrency || 2, mostWorkers)
  const pool = createPool(workers, createStartWorker(solvers))
  const { source, bytesRead } = openFile(file)
  const tally = createTally()
  const routes = createRouteTally()
  const broken: BrokenLine[] = []
  const started = performance.now()
  let shownAt = started
  const show = (isOver: boolean) => {
    tally.seconds = (performance.now() - started) / 1000
    const part = isOver ? 1 : bytesRead() / Math.max(file.size, 1)
    into.replaceChildren(
      recordsReport({ name: file.name, tally, broken, routes: routes.list(), part, inspect }),
    )
    say(isOver ? 'Checked.' : `Checking: ${Math.floor(part * 100)} %.`)
  }
  try {
    const run = (chunk: Chunk) => (chunk.records ? verifyHere(chunk) : pool.run(chunk))
    for await (const chunk of verifyChunks({
      source,
      chunker: createLineChunker(),
      run,
      limit: 2 * workers + 2,
    })) {
      if (!isNewest()) return
      const found = findBrokenLines(chunk, shownLines - broken.length)
      broken.push(...found)
      addToTally(tally, chunk, found)
      for (const route of (chunk.results as ResultsOfWorker).routes) routes.add(route)
      if (performance.now() - shownAt < updateMs) continue
      show(false)
      shownAt = performance.now()
    }
    show(true)
  } finally {
    await pool.close()
  }
}

type ResultsOfWorker = PackedResults & { routes: readonly RouteCount[] }

/** Lines that are too long to be sent. */
async function verifyHere({ bytes, records = [] }: Chunk): Promise<Verified> {
  const packer = createPacker()
  for (const verify of records) packer.add(verify())
  const routes: RouteCount[] = [{ name: noRoute, valid: 0, notValid: records.length }]
  const results: ResultsOfWorker = { ...packer.pack(), routes }
  return { bytes, results }
}

/** Of a source of bytes. */
function createLineChunker(): Chunker {
  const lines = new LineBuffer(0)
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
