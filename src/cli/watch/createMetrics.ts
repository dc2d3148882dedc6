import type { JobState } from '../../watch/types.js'
import { UsageError } from '../errors.js'
import type { OpenedJob } from './openChainJobs.js'

/** The counters of this process. All other values come from the database. */
export type Counted = 'requests' | 'faults' | 'deliveries' | 'deliveryFaults'

/** Returns the age, in seconds, of the last block that was read; null before the first block. */
export function readLagSeconds({ scannedTime }: Pick<JobState, 'scannedTime'>, nowMs: number): number | null {
  return scannedTime === null ? null : Math.max(0, nowMs / 1000 - scannedTime)
}

export type WatchMetrics = {
  contentType: string
  count(what: Counted, label: string, by: number): void
  /** Writes the counters and the states of jobs in the Prometheus text format. */
  write(states: readonly (readonly [OpenedJob, JobState])[], nowMs: number): Promise<string>
}

/** @throws {@link UsageError} if the Prometheus client is not installed. */
export async function createMetrics(): Promise<WatchMetrics> {
  const client = await loadClient()
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const counters = createCounters(client, registry)
  const gauges = createGauges(client, registry)
  return {
    contentType: registry.contentType,
    count: (what, label, by) => counters[what].labels(label).inc(by),
    async write(states, nowMs) {
      for (const gauge of Object.values(gauges)) gauge.reset()
      for (const [job, state] of states) setGauges(gauges, job, state, nowMs)
      return registry.metrics()
    },
  }
}

type Client = Awaited<ReturnType<typeof loadClient>>

function createCounters(client: Client, registry: InstanceType<Client['Registry']>) {
  const counter = (name: string, help: string, label: string) =>
    new client.Counter({
      name: `fillproof_watch_${name}_total`,
      help,
      labelNames: [label],
      registers: [registry],
    })
  return {
    requests: counter('requests', 'Requests to an endpoint.', 'endpoint'),
    faults: counter('faults', 'Requests that an endpoint did not answer, or refused.', 'endpoint'),
    deliveries: counter('deliveries', 'Findings that a sink accepted.', 'sink'),
    deliveryFaults: counter(
      'delivery_faults',
      'Findings that a sink did not accept, and that are sent again.',
      'sink',
    ),
  } satisfies Record<Counted, unknown>
}

function createGauges(client: Client, registry: InstanceType<Client['Registry']>) {
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new client.Gauge({
      name: `fillproof_watch_${name}`,
      help,
      labelNames: ['chain', 'receiver', ...labels],
      registers: [registry],
    })
  return {
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
}

function setGauges(
  gauges: ReturnType<typeof createGauges>,
  { chainId, receiver, maxLagMs }: OpenedJob,
  state: JobState,
  nowMs: number,
): void {
  const labels = { chain: String(chainId), receiver }
  const { head, scannedTo, fills, checked, waiting, returned, unchecked, findings } = state
  const lagSeconds = readLagSeconds(state, nowMs)
  if (head !== null) gauges.lagBlocks.set(labels, head > scannedTo ? Number(head - scannedTo) : 0)
  if (lagSeconds !== null) gauges.lagSeconds.set(labels, lagSeconds)
  gauges.lagBound.set(labels, maxLagMs / 1000)
  gauges.fills.set(labels, fills)
  gauges.checked.set(labels, checked)
  gauges.waiting.set(labels, waiting)
  gauges.returned.set(labels, returned)
  for (const [kind, count] of Object.entries(findings)) gauges.findings.set({ ...labels, kind }, count)
  for (const [text, count] of Object.entries(unchecked)) {
    // Text after a colon may be foreign, with unlimited distinct values.
    gauges.unchecked.inc({ ...labels, reason: text.split(':')[0]! }, count)
  }
}

async function loadClient() {
  try {
    return (await import('prom-client')).default
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new UsageError('--listen needs the package prom-client: npm install prom-client', { cause })
  }
}
