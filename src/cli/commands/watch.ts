import { ChainUnreachableError } from '../../contract/rpc/errors.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { connectChain } from '../../watch/chain.js'
import type { FindOrder } from '../../watch/check/parameters.js'
import { systemClock } from '../../watch/clock.js'
import { createPace } from '../../watch/createPace.js'
import { createPatience, type Patience } from '../../watch/createPatience.js'
import type { PeerContext } from '../../watch/createPeer.js'
import { createTeller } from '../../watch/createTeller.js'
import { runWatch } from '../../watch/runWatch.js'
import { connectService } from '../../watch/service.js'
import { openStore } from '../../watch/store/openStore.js'
import { UnreachableError, UsageError } from '../errors.js'
import { openOrders } from '../orders/openOrders.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { requireNode } from '../requireNode.js'
import { checkKey } from '../watch/checkKey.js'
import { createJob } from '../watch/createJob.js'
import { createWatchProgress } from '../watch/createWatchProgress.js'
import { describeSummary } from '../watch/describeSummary.js'
import { openSinks } from '../watch/openSinks.js'
import { readWatchOptions, type WatchOptions, type WatchRequest } from '../watch/readWatchOptions.js'

/**
 * Follows a receiver, reports contradictions, and returns the exit status: 1 when anything was ever found.
 *
 * @param stop - Ends it in order.
 */
export async function watch(options: WatchOptions, stop: AbortSignal): Promise<number> {
  requireNode('watch')
  const profile = await readProfile(options.profile)
  const request = readWatchOptions(options, profile)
  const findOrder = await openOrders(options.order)
  const patience = createPatience(
    request.untilBlock === undefined ? undefined : request.patienceMs,
    systemClock,
  )
  try {
    return await start({ request, profile, findOrder, patience, stop })
  } finally {
    patience.stop()
  }
}

type StartParameters = {
  request: WatchRequest
  profile: ServiceProfile
  findOrder: FindOrder
  patience: Patience
  stop: AbortSignal
}

async function start({ request, profile, findOrder, patience, stop }: StartParameters): Promise<number> {
  const closed = new AbortController()
  const signal = AbortSignal.any([stop, closed.signal, patience.signal])
  const clock = systemClock
  const tell = createTeller((_, text) => warn(printable(text)), clock.now)
  const context = { clock, pace: createPace(clock), tell, signal }
  const target = await connect(request, context, patience).catch((error: unknown) => {
    if (!stop.aborted) throw error
  })
  if (!target) {
    warn('Stopped before any block was read.')
    return 0
  }
  await checkKey({ ...request, profile, signal })
  const job = createJob(target.chain.id, request)
  const database = request.db ?? `fillproof-watch-${job.chainId}-${job.receiver.toLowerCase()}.sqlite`
  const store = await openStore({ database, job, isRejudged: request.isRejudged })
  const progress = createWatchProgress(store)
  try {
    const { fillsFrom, ...summary } = await runWatch({
      ...request,
      ...target,
      ...context,
      patience,
      job,
      service: connectService({ ...context, ...request, profile }),
      findOrder,
      store,
      sinks: await openSinks({ request, store, signal, progress, closed }),
      onProgress: progress.update,
      onReorganized: ({ from, to }) => {
        warn(`The chain was reorganized: blocks ${to + 1n} to ${from} are read again.`)
      },
    })
    progress.clear()
    if (request.json) printJson({ ...summary, scannedTo: Number(summary.scannedTo) })
    else print(describeSummary(summary, fillsFrom))
    return Object.keys(summary.findings).length > 0 ? 1 : 0
  } finally {
    await store.close()
  }
}

/** Connects to the chain, and makes sure that there is a receiver and a block to look at. */
async function connect(request: WatchRequest, context: PeerContext, patience: Patience) {
  const { rpcUrl, receiver, fromBlock, untilBlock } = request
  const { origin } = new URL(rpcUrl)
  patience.renew()
  try {
    const chain = await connectChain({ ...context, rpcUrl, receiver })
    const head = await chain.readHead()
    const account = await chain.readAccount({ address: receiver, blockNumber: head })
    if (account && !account.hasCode) {
      throw new UsageError(`There is no contract at ${receiver} on chain ${chain.id}.`, {
        metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
      })
    }
    if (untilBlock === 'latest' && head < fromBlock) {
      throw new UnreachableError(
        `No block was seen: the chain at ${origin} is at ${head}, before ${fromBlock}.`,
        {
          metaMessages: ['Check --from-block, or run the same command again when the chain is there.'],
        },
      )
    }
    return { chain, untilBlock: untilBlock === 'latest' ? head : untilBlock }
  } catch (error) {
    if (!patience.signal.aborted) throw error
    const reason = `No answer in ${request.patienceMs / 1000} s.`
    throw new ChainUnreachableError({ origin, reason })
  }
}
