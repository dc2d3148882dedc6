import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceError } from '../../client/errors.js'
import { connectChain, type WatchChain } from '../../watch/chain.js'
import { runWatch } from '../../watch/runWatch.js'
import { createWatchService } from '../../watch/service.js'
import { openStore } from '../../watch/store/openStore.js'
import type { WatchJob } from '../../watch/types.js'
import { UnreachableError, UsageError } from '../errors.js'
import { openOrders } from '../orders/openOrders.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { requireNode } from '../requireNode.js'
import { createWatchProgress } from '../watch/createWatchProgress.js'
import { describeSummary } from '../watch/describeSummary.js'
import { openSinks } from '../watch/openSinks.js'
import { readWatchOptions, type WatchOptions, type WatchRequest } from '../watch/readWatchOptions.js'

/** A minute in all, in which a node can restart. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

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
  const closed = new AbortController()
  const signal = AbortSignal.any([stop, closed.signal])

  const target = await connect(request, signal).catch((error: unknown) => {
    if (!stop.aborted) throw error
  })
  if (!target) {
    warn('Stopped before any block was read.')
    return 0
  }
  const { url, apiKey, fromBlock, json } = request
  const client = createServiceClient({ profile, baseUrl: url, timeoutMs: 15_000, apiKey })
  const job = createJob(target.chain, request)
  const database = request.db ?? `fillproof-watch-${job.chainId}-${job.receiver.toLowerCase()}.sqlite`
  const store = await openStore({ database, job })
  const progress = createWatchProgress(store)
  try {
    const summary = await runWatch({
      ...request,
      ...target,
      job,
      fillsFrom: fromBlock,
      service: createWatchService(client, signal),
      findOrder,
      store,
      sinks: await openSinks({ request, store, signal, progress, closed }),
      signal,
      onProgress: progress.update,
      onReorganized: ({ from, to }) => {
        warn(`The chain was reorganized: blocks ${to + 1n} to ${from} are read again.`)
      },
      onServiceFault: (error) => warn(printable(error.shortMessage)),
    }).catch((error: unknown) => {
      throw error instanceof ServiceError ? explain(error, url) : error
    })
    progress.clear()
    if (json) printJson({ ...summary, scannedTo: Number(summary.scannedTo) })
    else print(describeSummary(summary, fromBlock))
    return Object.keys(summary.findings).length > 0 ? 1 : 0
  } finally {
    await store.close()
  }
}

/** Connects to the chain, and makes sure that there is a receiver. */
async function connect({ rpcUrl, receiver, untilBlock }: WatchRequest, signal: AbortSignal) {
  const onRetry = (reason: string) => warn(`${printable(reason)} Trying again.`)
  const chain = await connectChain({ rpcUrl, receiver, retryDelaysMs, signal, onRetry })
  const head = await chain.readHead()
  const account = await chain.readAccount({ address: receiver, blockNumber: head })
  if (account && !account.hasCode) {
    throw new UsageError(`There is no contract at ${receiver} on chain ${chain.id}.`, {
      metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
    })
  }
  return { chain, untilBlock: untilBlock === 'latest' ? head : untilBlock }
}

function createJob(chain: WatchChain, { receiver, fromBlock, lookback, url }: WatchRequest): WatchJob {
  const { origin, pathname } = new URL(url)
  return {
    chainId: chain.id,
    receiver,
    fromBlock: fromBlock > lookback ? fromBlock - lookback : 0n,
    service: origin + pathname.replace(/\/+$/, ''),
  }
}

function explain(error: ServiceError, url: string): UnreachableError {
  return new UnreachableError(`${new URL(url).origin} can not be asked: ${printable(error.shortMessage)}`, {
    metaMessages: ['The place is kept: run the same command again to resume.'],
  })
}
