import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Clock } from '../../watch/clock.js'
import type { JobState, WatchDatabase } from '../../watch/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { type Counted, createMetrics, readLagSeconds } from './createMetrics.js'
import type { OpenedJob } from './openChainJobs.js'

/** Serves `/health`, `/ready` and `/metrics`. */
export type Monitor = {
  url: string
  count(what: Counted, label: string, by?: number): void
  /** Reports these jobs from now on. */
  show(jobs: readonly OpenedJob[]): void
  close(): Promise<void>
}

export type Address = { host: string; port: number }

/** Reads `--listen`: a port that only this machine can reach, or a host and a port. @throws {@link UsageError} */
export function readListen(value: string): Address {
  const [, host = '127.0.0.1', digits] = /^(?:(\[[\da-f:.]+\]|[^\s:[\]/]+):)?(\d{1,5})$/i.exec(value) ?? []
  const port = Number(digits ?? Number.NaN)
  if (port <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port }
  throw new UsageError(`--listen must be HOST:PORT, or a port, found "${printable(value)}".`)
}

/** The limit for an answer, in case the database does not respond. */
const answerMs = 10_000
/** The shortest time between two reads of the states from the database. */
const freshMs = 1_000

/** @throws {@link UsageError} */
export async function startMonitor(
  address: Address,
  database: Pick<WatchDatabase, 'readStates'>,
  { now }: Pick<Clock, 'now'>,
): Promise<Monitor> {
  const metrics = await createMetrics()
  let jobs: readonly OpenedJob[] = []
  let read: { states: Promise<[OpenedJob, JobState][]>; at: number } | undefined

  function readStates(): Promise<[OpenedJob, JobState][]> {
    if (!read || now() - read.at >= freshMs) {
      const shown = jobs
      const states = database
        .readStates(shown.map(({ store }) => store))
        .then((states) => shown.map((job): [OpenedJob, JobState] => [job, states.get(job.store)!]))
      read = { states, at: now() }
    }
    return within(answerMs, read.states)
  }

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    const respond = async () => {
      if (!['GET', 'HEAD'].includes(request.method ?? '')) return answer(response, 405, 'text/plain', '')
      if (path === '/health') return answer(response, 200, 'text/plain', 'ok\n')
      if (path === '/ready') return answerReady(response, await readStates(), now())
      if (path !== '/metrics')
        return answer(response, 404, 'text/plain', 'Try /health, /ready or /metrics.\n')
      const text = await metrics.write(await readStates(), now())
      return answer(response, 200, metrics.contentType, text)
    }
    respond().catch(() => answer(response, 503, 'text/plain', 'The database does not answer.\n'))
  })
  const url = await listen(server, address)
  return {
    url,
    count: (what, label, by = 1) => metrics.count(what, label, by),
    show(shown) {
      jobs = shown
      read = undefined
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function listen(server: Server, { host, port }: Address): Promise<string> {
  server.requestTimeout = answerMs
  server.headersTimeout = answerMs
  server.maxConnections = 100
  await new Promise<void>((resolve, reject) => {
    // After the server listens, an error concerns only one connection, and the rejection has no effect.
    server.on('error', (cause: NodeJS.ErrnoException) =>
      reject(new UsageError(`--listen ${host}:${port} can't be used (${cause.code}).`)),
    )
    server.listen(port, host, resolve)
  })
  const { port: opened } = server.address() as { port: number }
  return `http://${host.includes(':') ? `[${host}]` : host}:${opened}`
}

/** Answers `/ready`. A job is ready while the age of the last block that was read is within its limit. */
function answerReady(
  response: ServerResponse,
  states: readonly [OpenedJob, JobState][],
  nowMs: number,
): void {
  const late = states.flatMap(([{ chainId, receiver, maxLagMs }, state]) => {
    const lagSeconds = readLagSeconds(state, nowMs)
    const isReady = lagSeconds !== null && lagSeconds * 1000 <= maxLagMs
    return isReady ? [] : [{ chainId, receiver, lagSeconds, maxLag: maxLagMs / 1000 }]
  })
  const ready = late.length === 0 && states.length > 0
  answer(response, ready ? 200 : 503, 'application/json', JSON.stringify({ ready, late }))
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(text)
}

function within<result>(ms: number, work: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
