import type { ServiceProfile } from '../../service/profile/types.js'
import { type ConnectedChain, connectChain } from '../../watch/chain.js'
import { createBell } from '../../watch/createBell.js'
import { createPace, type Pace } from '../../watch/createPace.js'
import { createPatience, type Patience } from '../../watch/createPatience.js'
import type { PeerContext } from '../../watch/createPeer.js'
import { WatchJobError } from '../../watch/errors.js'
import { runWatch, type WatchedJob } from '../../watch/runWatch.js'
import { type ConnectedService, connectService } from '../../watch/service.js'
import { runDelivery } from '../../watch/sinks/runDelivery.js'
import type { WatchDatabase, WatchStore } from '../../watch/types.js'
import { warn } from '../output.js'
import { createJob } from './createJob.js'
import { createWatchProgress } from './createWatchProgress.js'
import { openSinks } from './openSinks.js'
import type { ChainPlan, Plan, PlannedJob } from './readPlan.js'
import type { Monitor } from './startMonitor.js'

/** A job with its place in the database. */
export type OpenedJob = Omit<PlannedJob, 'untilBlock'> & {
  chainId: number
  untilBlock: bigint | undefined
  store: WatchStore
}

/** A chain whose number is known. */
export type KnownChain = Omit<ChainPlan, 'id' | 'jobs'> & { id: number; jobs: readonly OpenedJob[] }

/** What stays when a file of jobs is read again. */
export type PlanContext = Omit<PeerContext, 'signal'> & {
  profile: ServiceProfile
  apiKey: string | undefined
  database: WatchDatabase
  paces: Map<string, Pace>
  monitor: Monitor | undefined
  json: boolean
  /** Aborts when nobody reads stdout any more. */
  closed: AbortController
}

/** Returns the pace of an endpoint, which is one for all that ask it. */
export function paceOf(
  { paces, clock }: Pick<PlanContext, 'paces' | 'clock'>,
  url: string,
  perSecond: number | undefined,
): Pace {
  const key = `${url} ${perSecond}`
  const pace = paces.get(key) ?? createPace(clock, perSecond)
  paces.set(key, pace)
  return pace
}

export function connectPlannedChain(
  context: PlanContext & { signal: AbortSignal },
  { id, rpcUrls, perSecond }: Pick<KnownChain, 'id' | 'rpcUrls' | 'perSecond'>,
): ConnectedChain {
  const nodes = rpcUrls.map((url) => ({ url, pace: paceOf(context, url, perSecond) }))
  return connectChain({ ...context, id, nodes })
}

/**
 * Opens the jobs of a chain in the database.
 *
 * @param isLenient - Leaves out the jobs that the database refuses, and says so.
 * @throws {@link WatchJobError}
 */
export async function openChainJobs(
  database: WatchDatabase,
  { id, jobs }: { id: number; jobs: readonly (PlannedJob & { untilBlock: bigint | 'latest' | undefined })[] },
  { isRejudged, isLenient, head }: { isRejudged: boolean; isLenient: boolean; head?: bigint },
): Promise<OpenedJob[]> {
  const opened: OpenedJob[] = []
  for (const job of jobs) {
    const untilBlock = job.untilBlock === 'latest' ? head : job.untilBlock
    try {
      const store = await database.openJob(createJob(id, job), { isRejudged })
      opened.push({ ...job, chainId: id, untilBlock, store })
    } catch (error) {
      if (!isLenient || !(error instanceof WatchJobError)) throw error
      warn(`${job.receiver} on chain ${id} is left out: ${error.shortMessage}`)
    }
  }
  return opened
}

export type RunPlanParameters = PlanContext & {
  chains: readonly KnownChain[]
  servicePerSecond: Plan['servicePerSecond']
  signal: AbortSignal
  /** The patience of the one job that there is. */
  patience?: Patience
}

/** Watches every receiver of a plan: until all are done, or until the signal. */
export async function runPlan(parameters: RunPlanParameters): Promise<void> {
  const { chains, clock, signal, database, closed, json, monitor } = parameters
  const all = chains.flatMap(({ jobs }) => jobs)
  const stores = all.map(({ store }) => store)
  const progress = createWatchProgress(async () => [...(await database.readStates(stores)).values()])
  const draining = new AbortController()
  const sinks = await openSinks({
    jobs: all,
    json,
    database,
    signal,
    progress,
    closed,
    onWebhookFailure: () => monitor?.count('deliveryFaults', 'webhook'),
  })
  const opened = sinks.map((one) => ({ ...one, bell: createBell(clock) }))
  const ring = () => {
    for (const { bell } of opened) bell.ring()
  }
  const patiences: Patience[] = []
  const findPatience = ({ untilBlock, patienceMs }: OpenedJob) => {
    const patience =
      parameters.patience ?? createPatience(untilBlock === undefined ? undefined : patienceMs, clock)
    patiences.push(patience)
    return patience
  }
  monitor?.show(all)
  const failed = new AbortController()
  const both = AbortSignal.any([signal, failed.signal])
  const deliveries = opened.map(({ kind, ...one }) =>
    runDelivery({
      ...one,
      database,
      clock,
      signal: both,
      draining: draining.signal,
      onDelivered: (count) => monitor?.count('deliveries', kind, count),
    }),
  )
  try {
    const delivered = Promise.all(deliveries)
    delivered.catch(() => failed.abort())
    const services = connectServices(parameters, all)
    const results = await Promise.allSettled(
      chains.map(async (chain) => {
        const connected = connectPlannedChain({ ...parameters, signal: both }, chain)
        const jobs = chain.jobs.map((job): WatchedJob => {
          const patience = findPatience(job)
          const ends = AbortSignal.any([both, patience.signal])
          const service = services.get(job.url)!
          return {
            ...job,
            job: createJob(chain.id, job),
            chain: connected.view({ receiver: job.receiver, signal: ends }),
            service: service.view({ who: `${chain.id} ${job.receiver}`, signal: ends }),
            isSlow: () => connected.isSlow() || service.isSlow(),
            patience,
          }
        })
        try {
          await runWatch({
            ...parameters,
            chain: connected,
            pace: paceOf(parameters, chain.rpcUrls[0]!, chain.perSecond),
            jobs,
            signal: both,
            onProgress: progress.update,
            onSettled: ring,
            onReorganized: ({ from, to }) => {
              warn(`The chain was reorganized: blocks ${to + 1n} to ${from} are read again.`)
            },
          })
        } catch (error) {
          if (!jobs.some(({ patience }) => patience.signal.aborted)) failed.abort()
          throw error
        }
      }),
    )
    draining.abort()
    ring()
    const [failure] = results.filter((result) => result.status === 'rejected')
    await delivered.catch((error: unknown) => {
      if (!failure) throw error
    })
    if (failure) throw failure.reason
  } finally {
    failed.abort()
    await Promise.allSettled(deliveries)
    for (const patience of patiences) patience.stop()
    for (const { sink } of opened) await sink.close?.()
    progress.clear()
  }
}

/** Connects to each service once. */
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
