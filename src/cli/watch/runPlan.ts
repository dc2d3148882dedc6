import type { ServiceProfile } from '../../service/profile/types.js'
import { type ConnectedChain, connectChain } from '../../watch/chain.js'
import { createBell } from '../../watch/createBell.js'
import { createPace, type Pace } from '../../watch/createPace.js'
import { createPatience, type Patience } from '../../watch/createPatience.js'
import type { PeerContext } from '../../watch/createPeer.js'
import { WatchUnfinishedError } from '../../watch/errors.js'
import { runWatch, type WatchedJob } from '../../watch/runWatch.js'
import { type ConnectedService, connectService } from '../../watch/service.js'
import { runDelivery } from '../../watch/sinks/runDelivery.js'
import type { WatchDatabase } from '../../watch/types.js'
import type { RetirementLog } from '../createRetirementLog.js'
import { warn } from '../output.js'
import { createJob } from './createJob.js'
import { createWatchProgress, type WatchProgress } from './createWatchProgress.js'
import type { OpenedJob } from './openChainJobs.js'
import { measureInboxes } from './openInboxes.js'
import { openSinks } from './openSinks.js'
import type { ChainPlan, Plan } from './readPlan.js'
import type { Monitor } from './startMonitor.js'

/** A chain whose id is known. */
export type KnownChain = Omit<ChainPlan, 'id' | 'jobs'> & { id: number; jobs: readonly OpenedJob[] }

/** The parts of a run that are known before the database is open. */
export type BaseContext = Omit<PeerContext, 'signal'> &
  RetirementLog & {
    profile: ServiceProfile
    apiKey: string | undefined
    paces: Map<string, Pace>
    json: boolean
    /** Aborts when stdout is closed. */
    closed: AbortController
  }

/** The parts of a run that stay the same when a file of jobs is read again. */
export type PlanContext = BaseContext & { database: WatchDatabase; monitor: Monitor | undefined }

/** Returns the pace, which limits the request rate to an endpoint. All callers of the endpoint share one pace. */
export function paceOf(
  { paces, clock }: Pick<BaseContext, 'paces' | 'clock'>,
  url: string,
  perSecond: number | undefined,
): Pace {
  const key = `${url} ${perSecond}`
  const pace = paces.get(key) ?? createPace(clock, perSecond)
  paces.set(key, pace)
  return pace
}

export function connectPlannedChain(
  context: BaseContext & { signal: AbortSignal },
  { id, rpcUrls, perSecond }: Pick<KnownChain, 'id' | 'rpcUrls' | 'perSecond'>,
): ConnectedChain {
  const nodes = rpcUrls.map((url) => ({ url, pace: paceOf(context, url, perSecond) }))
  return connectChain({ ...context, id, nodes })
}

export type RunPlanParameters = PlanContext & {
  chains: readonly KnownChain[]
  servicePerSecond: Plan['servicePerSecond']
  signal: AbortSignal
  /** Ends a job that makes no progress. Set only if the plan has a single job, which comes from the command's options. */
  patience?: Patience
}

/** Watches every receiver of a plan until all are done or the signal aborts. */
export async function runPlan(parameters: RunPlanParameters): Promise<void> {
  const { chains, signal, database, monitor } = parameters
  const all = chains.flatMap(({ jobs }) => jobs)
  monitor?.show(all)
  const stores = all.map(({ store }) => store)
  const progress = createWatchProgress(async () => [...(await database.readStates(stores)).values()])
  const failed = new AbortController()
  const context: RunContext = {
    ...parameters,
    signal: AbortSignal.any([signal, failed.signal]),
    progress,
    fail: () => failed.abort(),
    services: connectServices({ ...parameters, signal: AbortSignal.any([signal, failed.signal]) }, all),
    patiences: [],
  }
  const deliveries = await startDeliveries(context, all)
  try {
    const results = await Promise.allSettled(
      chains.map((chain) => watchChain(context, chain, deliveries.ring)),
    )
    const failure = results.find((result) => result.status === 'rejected')
    await deliveries.drain().catch((error: unknown) => {
      if (!failure) throw error
    })
    if (failure) throw failure.reason
  } finally {
    failed.abort()
    await deliveries.close()
    for (const patience of context.patiences) patience.stop()
    progress.clear()
  }
}

type RunContext = RunPlanParameters & {
  progress: WatchProgress
  /** Stops the whole run after a failure that affects every job. */
  fail(): void
  services: ReadonlyMap<string, ConnectedService>
  /** The watch over the progress of each started job, which ends a job without progress. */
  patiences: Patience[]
}

async function watchChain(context: RunContext, chain: KnownChain, ring: () => void): Promise<void> {
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const connected = connectPlannedChain({ ...context, signal }, chain)
  const jobs = chain.jobs.map((job) => toWatchedJob(context, connected, job))
  try {
    await runWatch({
      ...context,
      chain: connected,
      pace: paceOf(context, chain.rpcUrls[0]!, chain.perSecond),
      jobs,
      ended,
      onProgress: context.progress.update,
      onSettled: ring,
      onReorganized: ({ from, to }) => {
        warn(`The chain was reorganized: blocks ${to + 1n} to ${from} are read again.`)
      },
    })
  } catch (error) {
    if (!(error instanceof WatchUnfinishedError)) context.fail()
    throw error
  }
}

function toWatchedJob(context: RunContext, chain: ConnectedChain, job: OpenedJob): WatchedJob {
  const { clock, signal, services, patiences, profile } = context
  const patienceMs = job.untilBlock === undefined ? undefined : job.patienceMs
  const patience = context.patience ?? createPatience(patienceMs, clock)
  patiences.push(patience)
  const ends = AbortSignal.any([signal, patience.signal])
  const service = services.get(job.url)!
  const { readList, claimDelay, receiver } = job
  const measure = readList && measureInboxes(readList, receiver, { chain, tell: context.tell })
  return {
    ...job,
    inboxes: measure && { claimDelay, measure },
    job: createJob(chain.id, job),
    routers: profile.chains?.find(({ id }) => id === chain.id)?.routers,
    chain: chain.view({ receiver: job.receiver, signal: ends }),
    service: service.view({ who: `${chain.id} ${job.receiver}`, signal: ends }),
    isSlow: () => chain.isSlow() || service.isSlow(),
    patience,
  }
}

async function startDeliveries(context: RunContext, jobs: readonly OpenedJob[]) {
  const { clock, monitor, fail } = context
  const draining = new AbortController()
  const sinks = await openSinks({
    ...context,
    jobs,
    onFailure: (kind) => monitor?.count('deliveryFaults', kind),
  })
  const opened = sinks.map((one) => ({ ...one, bell: createBell(clock) }))
  const ring = () => {
    for (const { bell } of opened) bell.ring()
  }
  const deliveries = opened.map(({ kind, ...one }) =>
    runDelivery({
      ...context,
      ...one,
      draining: draining.signal,
      onDelivered: (count) => monitor?.count('deliveries', kind, count),
    }),
  )
  const delivered = Promise.all(deliveries)
  delivered.catch(fail)
  return {
    ring,
    /** Delivers the remaining findings to the sinks, except findings whose delivery failed too often. */
    async drain(): Promise<void> {
      draining.abort()
      ring()
      await delivered
    },
    async close(): Promise<void> {
      await Promise.allSettled(deliveries)
      for (const { sink } of opened) await sink.close?.()
    },
  }
}

/** Connects to each service, once per URL. */
function connectServices(
  parameters: RunPlanParameters,
  jobs: readonly OpenedJob[],
): ReadonlyMap<string, ConnectedService> {
  const { servicePerSecond } = parameters
  return new Map(
    [...new Set(jobs.map(({ url }) => url))].map((url) => [
      url,
      connectService({ ...parameters, url, pace: paceOf(parameters, url, servicePerSecond) }),
    ]),
  )
}
