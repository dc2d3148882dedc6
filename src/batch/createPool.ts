import type { Chunk, VerifiedChunk } from './chunk.js'
import { BatchClosedError } from './errors.js'

export type Verified = Pick<VerifiedChunk, 'bytes' | 'results'>

/** Verifies chunks, in this thread or another. */
export type Runner = {
  /** Verifies a chunk. Takes the memory of the chunk's lines, and returns it with the results. */
  run(chunk: Chunk): Promise<Verified>
  close(): Promise<void>
}

type Job = { chunk: Chunk; resolve: (verified: Verified) => void; reject: (error: Error) => void }

/** A thread that answers each chunk's lines in order. */
type Thread = {
  /** Sends lines to the thread, which takes their memory. */
  post(bytes: Uint8Array): void
  /** Called when no work is left. */
  rest(): void
  end(): unknown
}

export type StartThread = (events: {
  onVerified: (verified: Verified) => void
  onEnd: (error: Error) => void
}) => Thread

type Member = { thread: Thread; jobs: Job[] }

/** The jobs for each thread: one chunk is verified while the next waits, so a thread is never idle. */
const jobsOfMember = 2

/** Starts threads when there are lines to verify. An idle pool does not keep the process running. */
export function createPool(threads: number, startThread: StartThread): Runner {
  const members = new Set<Member>()
  const waiting: Job[] = []
  let isClosed = false

  function start(): Member {
    const jobs: Job[] = []
    const thread = startThread({
      onVerified(verified) {
        jobs.shift()?.resolve(verified)
        dispatch()
        if (jobs.length === 0) thread.rest()
      },
      onEnd: (error) => remove(member, error),
    })
    const member = { thread, jobs }
    members.add(member)
    return member
  }

  function remove(member: Member, error: Error): void {
    members.delete(member)
    for (const { reject } of member.jobs.splice(0)) reject(isClosed ? new BatchClosedError() : error)
    dispatch()
  }

  /** Returns the thread with the least work. Starts a new thread before a job has to wait. */
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
      member.thread.post(job.chunk.bytes)
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
      await Promise.all([...members].map(({ thread }) => thread.end()))
    },
  }
}
