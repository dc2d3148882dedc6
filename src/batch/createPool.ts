import { Worker } from 'node:worker_threads'
import type { Chunk, VerifiedChunk } from './chunk.js'
import { BatchClosedError, BatchWorkerError } from './errors.js'
import type { RecordVerifierOptions } from './types.js'

type Verified = Pick<VerifiedChunk, 'bytes' | 'results'>

/** Verifies chunks, in this thread or another. */
export type Runner = {
  /** Takes the memory of the chunk's lines, and returns it with the results. */
  run(chunk: Chunk): Promise<Verified>
  close(): Promise<void>
}

type Job = {
  chunk: Chunk
  resolve: (verified: Verified) => void
  reject: (error: Error) => void
}

type Member = { worker: Worker; jobs: Job[] }

/** One chunk is verified while the next waits, so a thread is never idle. */
const jobsOfMember = 2

/** Nearly everything becomes garbage at once; without a limit it would be collected late. */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 }

/** The built file next to this one. A thread needs a loader where this is TypeScript. */
function startWorker(workerData: RecordVerifierOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./worker.js', import.meta.url), { workerData, resourceLimits })
  }
  const worker = new URL('./worker.ts', import.meta.url).href
  const code = `import { register } from '${import.meta.resolve('tsx/esm/api')}'
    register()
    await import('${worker}')`
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  return new Worker(url, { workerData, resourceLimits, execArgv: [] })
}

/** Starts threads when there are lines to verify, and lets the process end while there are none. */
export function createPool(threads: number, options: RecordVerifierOptions): Runner {
  const members = new Set<Member>()
  const waiting: Job[] = []
  let isClosed = false

  function start(): Member {
    const member: Member = { worker: startWorker(options), jobs: [] }
    const { worker } = member
    worker.on('message', (verified: Verified) => {
      member.jobs.shift()?.resolve(verified)
      dispatch()
      if (member.jobs.length === 0) worker.unref()
    })
    worker.on('error', (cause) => remove(member, new BatchWorkerError({ cause })))
    worker.on('exit', (exitCode) => remove(member, new BatchWorkerError({ exitCode })))
    members.add(member)
    return member
  }

  function remove(member: Member, error: Error): void {
    members.delete(member)
    for (const { reject } of member.jobs.splice(0)) reject(isClosed ? new BatchClosedError() : error)
    dispatch()
  }

  /** The thread with the least to do; a new one before any has to wait. */
  function choose(): Member | undefined {
    const [least] = [...members].sort((a, b) => a.jobs.length - b.jobs.length)
    if (least?.jobs.length === 0) return least
    if (members.size < threads) return start()
    return least && least.jobs.length < jobsOfMember ? least : undefined
  }

  function dispatch(): void {
    while (waiting.length > 0 && !isClosed) {
      const member = choose()
      if (!member) return
      const job = waiting.shift() as Job
      member.jobs.push(job)
      member.worker.ref()
      const { bytes } = job.chunk
      member.worker.postMessage(bytes, [bytes.buffer as ArrayBuffer])
    }
  }

  return {
    async run(chunk) {
      if (isClosed) throw new BatchClosedError()
      return new Promise<Verified>((resolve, reject) => {
        waiting.push({ chunk, resolve, reject })
        dispatch()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new BatchClosedError())
      await Promise.all([...members].map(({ worker }) => worker.terminate()))
    },
  }
}
