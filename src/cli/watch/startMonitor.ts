import { createServer, type ServerResponse } from 'node:http'
import type { Clock } from '../../watch/clock.js'
import type { JobState, WatchDatabase } from '../../watch/types.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import type { OpenedJob } from './runPlan.js'

/** What a process counts; the rest is in the database. */
export type Counted = 'requests' | 'faults' | 'deliveries' | 'deliveryFaults'

/** Serves `/health`, `/ready` and `/metrics`. */
export type Monitor = {
  url: string
  count(what: Counted, label: string, by?: number): void
  /** Reports these jobs from here on. */
  show(jobs: readonly OpenedJob[]): void
  close(): Promise<void>
}

export type Address = { host: string; port: number }

/** Reads `--listen`: a port of this machine alone, or a host and a port. @throws {@link UsageError} */
export function readListen(value: string): Address {
  const [, host = '127.0.0.1', digits] =
    /^(?:(\[[\da-f:.]+\]|[^\s:[\]/]+):)?(\d{1,5})$/i.exec(value) ?? []
  const port = Number(digits ?? Number.NaN)
  if (port <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port }
  throw new UsageError(`--listen must be HOST:PORT, or a port, found "${printable(value)}".`)
}

const answerMs = 10_000
/** A summary is read from the database at most so often. */
const freshMs = 1_000

/** @throws {@link UsageError} */
export async function startMonitor(
  { host, port }: Address,
  database: Pick<WatchDatabase, 'readStates'>,
  clock: Pick<Clock, 'now'>,
): Promise<Monitor> {
  const { Registry, Counter, Gauge, collectDefaultMetrics } = await loadClient()
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name: `fillproof_watch_${name}_total`, help, labelNames: [label], registers: [registry] })
  const counters = {
    requests: counter('requests', 'Requests to an endpoint.', 'endpoint'),
    faults: counter('faults', 'Requests that an endpoint did not answer, or refused.', 'endpoint'),
    deliveries: counter('deliveries', 'Findings that a sink took.', 'sink'),
    deliveryFaults: counter('delivery_faults', 'Findings that a sink did not take; they are repeated.', 'sink'),
  }
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({
      name: `fillproof_watch_${name}`,
      help,
      labelNames: ['chain', 'receiver', ...labels],
      registers: [registry],
    })
  const gauges = {
    lagBlocks: gauge('lag_blocks', 'Blocks of the chain that are not read yet.'),
    lagSeconds: gauge('lag_seconds', 'The age of the last block that was read.'),
    lagBound: gauge('lag_bound_seconds', 'The largest age at which the job is ready.'),
    fills: gauge('fills', 'Fills in the present chain.'),
    checked: gauge('checked', 'Fills whose check has ended.'),
    waiting: gauge('waiting', 'Fills and returned payments still to check.'),
    returned: gauge('returned', 'Returned payments in the present chain.'),
    unchecked: gauge('unchecked', 'Fills that could not be checked fully.', 'reason'),
    findings: gauge('findings', 'Contradictions.', 'kind'),
  }

  let jobs: readonly OpenedJob[] = []
  let read: { states: Promise<[OpenedJob, JobState][]>; at: number } | undefined

  function readJobs(): Promise<[OpenedJob, JobState][]> {
    if (!read || clock.now() - read.at >= freshMs) {
      const shown = jobs
      const states = database
        .readStates(shown.map(({ store }) => store))
        .then((states) => shown.map((job): [OpenedJob, JobState] => [job, states.get(job.store)!]))
      states.catch(() => {})
      read = { states, at: clock.now() }
    }
    return within(answerMs, read.states)
  }

  const lagSecondsOf = ({ scannedTime }: JobState) =>
    scannedTime === null ? null : Math.max(0, clock.now() / 1000 - scannedTime)

  async function writeMetrics(): Promise<string> {
    const states = await readJobs()
    for (const one of Object.values(gauges)) one.reset()
    for (const [{ chainId, receiver, maxLagMs }, state] of states) {
      const labels = { chain: String(chainId), receiver }
      const { head, scannedTo, fills, checked, waiting, returned, unchecked, findings } = state
      const lagSeconds = lagSecondsOf(state)
      if (head !== null) gauges.lagBlocks.set(labels, head > scannedTo ? Number(head - scannedTo) : 0)
      if (lagSeconds !== null) gauges.lagSeconds.set(labels, lagSeconds)
      gauges.lagBound.set(labels, maxLagMs / 1000)
      gauges.fills.set(labels, fills)
      gauges.checked.set(labels, checked)
      gauges.waiting.set(labels, waiting)
      gauges.returned.set(labels, returned)
      for (const [kind, count] of Object.entries(findings)) gauges.findings.set({ ...labels, kind }, count)
      for (const [text, count] of Object.entries(unchecked)) {
        // What follows a colon may be foreign text, of which there is no end.
        gauges.unchecked.inc({ ...labels, reason: text.split(':')[0]! }, count)
      }
    }
    return registry.metrics()
  }

  async function answerReady(response: ServerResponse): Promise<void> {
    const late = (await readJobs()).flatMap(([{ chainId, receiver, maxLagMs }, state]) => {
      const lagSeconds = lagSecondsOf(state)
      const isReady = lagSeconds !== null && lagSeconds * 1000 <= maxLagMs
      return isReady ? [] : [{ chainId, receiver, lagSeconds, maxLag: maxLagMs / 1000 }]
    })
    const isReady = late.length === 0 && jobs.length > 0
    answer(response, isReady ? 200 : 503, 'application/json', JSON.stringify({ ready: isReady, late }))
  }

  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    const respond = async () => {
      if (!['GET', 'HEAD'].includes(request.method ?? '')) return answer(response, 405, 'text/plain', '')
      if (path === '/health') return answer(response, 200, 'text/plain', 'ok\n')
      if (path === '/ready') return answerReady(response)
      if (path === '/metrics') return answer(response, 200, registry.contentType, await writeMetrics())
      return answer(response, 404, 'text/plain', 'Try /health, /ready or /metrics.\n')
    }
    // A database that does not answer.
    respond().catch(() => answer(response, 503, 'text/plain', 'The database does not answer.\n'))
  })
  server.requestTimeout = answerMs
  server.headersTimeout = answerMs
  server.maxConnections = 100
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new UsageError(`--listen ${host}:${port} can not be opened: ${cause.code}.`, { cause })),
    )
    server.listen(port, host, resolve)
  })
  const { port: opened } = server.address() as { port: number }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`,
    count: (what, label, by = 1) => {
      const [name] = { requests: ['endpoint'], faults: ['endpoint'], deliveries: ['sink'], deliveryFaults: ['sink'] }[
        what
      ]
      counters[what].inc({ [name!]: label }, by)
    },
    show(shown) {
      jobs = shown
      read = undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
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

async function loadClient() {
  try {
    return (await import('prom-client')).default
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new UsageError('--listen needs the package prom-client: npm install prom-client', { cause })
  }
}
