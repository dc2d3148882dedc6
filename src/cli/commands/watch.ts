import type { FillproofError } from '../../base/FillproofError.js'
import { ChainUnreachableError } from '../../contract/rpc/errors.js'
import { readChainId } from '../../watch/chain.js'
import { systemClock } from '../../watch/clock.js'
import { createPatience, type Patience } from '../../watch/createPatience.js'
import { createTeller } from '../../watch/createTeller.js'
import { WatchFileError, WatchUnfinishedError } from '../../watch/errors.js'
import { openDatabase } from '../../watch/store/openDatabase.js'
import type { WatchSummary } from '../../watch/types.js'
import { createRetirementLog } from '../createRetirementLog.js'
import { UnreachableError, UsageError } from '../errors.js'
import { readApiKey } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { checkKey } from '../watch/checkKey.js'
import { describeSummary } from '../watch/describeSummary.js'
import { type OpenedJob, openChainJobs } from '../watch/openChainJobs.js'
import { type ChainPlan, type Plan, readPlan } from '../watch/readPlan.js'
import { readDatabase, type WatchOptions } from '../watch/readWatchOptions.js'
import {
  type BaseContext,
  connectPlannedChain,
  type KnownChain,
  type PlanContext,
  paceOf,
  runPlan,
} from '../watch/runPlan.js'
import { readListen, startMonitor } from '../watch/startMonitor.js'

/**
 * Watches receivers and reports contradictions. Returns the exit status: 1 if this run or an earlier one found any.
 *
 * @param stop - Stops the watcher cleanly.
 */
export async function watch(options: WatchOptions, stop: AbortSignal): Promise<number> {
  const profile = await readProfile(options.profile)
  const plan = await readPlan(options, profile)
  const db = options.db === undefined ? undefined : readDatabase(options.db)
  const listen = options.listen === undefined ? undefined : readListen(options.listen)
  const context: BaseContext = {
    ...createRetirementLog(),
    profile,
    apiKey: readApiKey(),
    clock: systemClock,
    tell: createTeller((_, text) => warn(printable(text)), systemClock.now),
    paces: new Map(),
    json: options.json === true,
    closed: new AbortController(),
  }
  const run = { options, plan, db, listen, context, stop }
  return options.jobs === undefined ? watchOne(run) : watchMany(run)
}

type Run = {
  options: WatchOptions
  plan: Plan
  db: string | undefined
  listen: ReturnType<typeof readListen> | undefined
  context: BaseContext
  stop: AbortSignal
}

/** Watches the receiver of the command line. */
async function watchOne({ options, plan, db, listen, context, stop }: Run): Promise<number> {
  const chain = plan.chains[0]!
  const job = chain.jobs[0]!
  const isBounded = job.untilBlock !== undefined
  const patience = createPatience(isBounded ? job.patienceMs : undefined, systemClock)
  const signal = AbortSignal.any([stop, context.closed.signal, patience.signal])
  try {
    const found = await connect(chain, { ...context, signal }, patience).catch((error: unknown) => {
      if (!stop.aborted) throw error
    })
    if (!found) {
      warn('Stopped before any block was read.')
      return 0
    }
    const { id, head } = found
    await checkKey({ ...context, url: job.url, signal })
    const name = db ?? `fillproof-watch-${id}-${job.receiver.toLowerCase()}.sqlite`
    return await withDatabase(name, { listen, context }, async (full) => {
      const opening = { isRejudged: options.rejudge === true, isLenient: false, head }
      const jobs = await openChainJobs(full.database, { ...chain, id }, opening)
      const chains = [{ ...chain, id, jobs }]
      await runUntil(signal, patience, () => runPlan({ ...full, ...plan, chains, signal, patience }))
      const { fillsFrom, ...summary } = await jobs[0]!.store.summarize()
      if (context.json)
        printJson({ ...summary, scannedTo: Number(summary.scannedTo), ...context.announced() })
      else print(describeSummary(summary, fillsFrom))
      return hasFindings([summary]) ? 1 : 0
    })
  } finally {
    patience.stop()
  }
}

/** Watches the receivers of a file, and reads the file again at each SIGHUP. */
async function watchMany({ options, plan, db, listen, context, stop }: Run): Promise<number> {
  const signal = AbortSignal.any([stop, context.closed.signal])
  const hangUps = listenToHangUps(() => readPlan(options, context.profile))
  try {
    const urls = new Set(plan.chains.flatMap(({ jobs }) => jobs.map(({ url }) => url)))
    await Promise.all([...urls].map((url) => checkKey({ ...context, url, signal })))
    return await withDatabase(db ?? 'fillproof-watch.sqlite', { listen, context }, (full) =>
      watchPlans({ plan, hangUps, isRejudged: options.rejudge === true }, { ...full, signal }),
    )
  } finally {
    hangUps.close()
  }
}

/** Watches a plan until a new one replaces it. */
async function watchPlans(
  { plan, hangUps, isRejudged }: { plan: Plan; hangUps: HangUps; isRejudged: boolean },
  context: PlanContext & { signal: AbortSignal },
): Promise<number> {
  let current = plan
  let previous: Plan | undefined
  for (let isFirst = true; ; isFirst = false) {
    const reload = new AbortController()
    const signal = AbortSignal.any([context.signal, reload.signal])
    hangUps.onPlan((next) => {
      previous = current
      current = next
      reload.abort()
    })
    const opening = { isRejudged: isFirst && isRejudged, isLenient: !isFirst }
    const chains = await openPlan(current, { ...context, signal }, opening)
    const jobs = chains.flatMap(({ jobs }) => jobs)
    try {
      await runUntil(signal, undefined, () => runPlan({ ...context, ...current, chains, signal }))
    } catch (error) {
      if (error instanceof WatchUnfinishedError) await summarizeAll(jobs, context)
      if (!previous || !(error instanceof WatchFileError)) throw error
      warn(`The jobs stay as they are. ${error.shortMessage}`)
      current = previous
      previous = undefined
      await context.database.release()
      continue
    }
    if (!reload.signal.aborted || context.signal.aborted) return summarizeAll(jobs, context)
    await context.database.release()
    warn('The file of jobs was read again.')
  }
}

/** Runs until the signal aborts. This interruption is not a failure. */
async function runUntil(
  signal: AbortSignal,
  patience: Patience | undefined,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!signal.aborted || patience?.signal.aborted) throw error
  }
}

async function withDatabase<result>(
  name: string,
  { listen, context }: Pick<Run, 'listen' | 'context'>,
  work: (context: PlanContext) => Promise<result>,
): Promise<result> {
  const database = await openDatabase(name)
  try {
    const monitor = listen && (await startMonitor(listen, database, context.clock))
    if (monitor) warn(`Serving ${monitor.url}/metrics, /ready and /health.`)
    try {
      return await work({ ...context, database, monitor, count: monitor?.count })
    } finally {
      await monitor?.close()
    }
  } finally {
    await database.close()
  }
}

/** Opens the jobs of a file. If a job ends at `latest`, reads the last block of the job's chain first, which must answer. */
async function openPlan(
  { chains }: Plan,
  context: PlanContext & { signal: AbortSignal },
  opening: { isRejudged: boolean; isLenient: boolean },
): Promise<KnownChain[]> {
  const known: KnownChain[] = []
  for (const chain of chains) {
    const id = chain.id!
    const hasLatest = chain.jobs.some(({ untilBlock }) => untilBlock === 'latest')
    const head = hasLatest ? await connectPlannedChain(context, { ...chain, id }).readHead() : undefined
    const jobs = await openChainJobs(context.database, { ...chain, id }, { ...opening, head })
    known.push({ ...chain, id, jobs })
  }
  return known
}

async function summarizeAll(
  jobs: readonly OpenedJob[],
  { database, json, announced }: Pick<PlanContext, 'json' | 'database' | 'announced'>,
): Promise<number> {
  const states = await database.readStates(jobs.map(({ store }) => store))
  for (const { chainId, receiver, store } of jobs) {
    const { fillsFrom, head: _head, scannedTime: _time, ...summary } = states.get(store)!
    if (json) {
      printJson({ chainId, receiver, ...summary, scannedTo: Number(summary.scannedTo), ...announced() })
    } else print(`${receiver} on chain ${chainId}: ${describeSummary(summary, fillsFrom)}`)
  }
  return hasFindings([...states.values()]) ? 1 : 0
}

function hasFindings(summaries: readonly Pick<WatchSummary, 'findings'>[]): boolean {
  return summaries.some(({ findings }) => Object.keys(findings).length > 0)
}

type HangUps = {
  /** Calls `next` with each plan from now on. */
  onPlan(next: (plan: Plan) => void): void
  close(): void
}

/** Reads the plan again at each SIGHUP. A plan that can't be read is reported and changes nothing. */
function listenToHangUps(read: () => Promise<Plan>): HangUps {
  let listener: ((plan: Plan) => void) | undefined
  let pending: Plan | undefined
  let reading = Promise.resolve()
  async function readAgain(): Promise<void> {
    try {
      const plan = await read()
      if (listener) listener(plan)
      else pending = plan
    } catch (error) {
      warn(`The jobs stay as they are. ${printable((error as Error).message.split('\n')[0]!)}`)
    }
  }
  // Read the plans one after another, so that the last plan is used.
  const onHangUp = () => {
    reading = reading.then(readAgain)
  }
  process.on('SIGHUP', onHangUp)
  return {
    onPlan(next) {
      listener = next
      if (pending) next(pending)
      pending = undefined
    },
    close: () => void process.off('SIGHUP', onHangUp),
  }
}

/** Connects to the chain. Checks that the receiver has code and, with `latest`, that the first block exists. */
async function connect(
  { rpcUrls, perSecond, jobs }: ChainPlan,
  given: BaseContext & { signal: AbortSignal },
  patience: Patience,
): Promise<{ id: number; head: bigint }> {
  let fault: FillproofError | undefined
  const onFault = (error: FillproofError) => {
    fault = error
  }
  const context = { ...given, onFault }
  const { receiver, fromBlock, untilBlock, confirmations = 0n, patienceMs } = jobs[0]!
  const { origin } = new URL(rpcUrls[0]!)
  patience.renew()
  try {
    const nodes = rpcUrls.map((url) => ({ url, pace: paceOf(context, url, perSecond) }))
    const id = await readChainId({ ...context, nodes })
    const chain = connectPlannedChain(context, { id, rpcUrls, perSecond })
    const head = await chain.readHead()
    const account = await chain.view({ receiver }).readAccount({ address: receiver, blockNumber: head })
    if (account && !account.hasCode) {
      throw new UsageError(`There is no contract at ${receiver} on chain ${id}.`, {
        metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
      })
    }
    if (untilBlock === 'latest' && head - confirmations < fromBlock) {
      const needed = confirmations === 0n ? '' : ` and its ${confirmations} confirmations`
      throw new UnreachableError(
        `No block was read: the chain at ${origin} is at ${head}, before ${fromBlock}${needed}.`,
        {
          metaMessages: ['Check --from-block, or run the same command again when the chain is there.'],
        },
      )
    }
    return { id, head }
  } catch (error) {
    if (!patience.signal.aborted) throw error
    const reason = `No answer in ${patienceMs / 1000} s.`
    throw fault ?? new ChainUnreachableError({ origin, reason })
  }
}
