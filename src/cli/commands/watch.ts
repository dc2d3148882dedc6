import { createServiceClient } from '../../client/createServiceClient.js'
import { ServiceError } from '../../client/errors.js'
import { connectChain, type WatchChain } from '../../watch/chain.js'
import { runWatch } from '../../watch/runWatch.js'
import { createWatchService } from '../../watch/service.js'
import { createPrintSink } from '../../watch/sinks/createPrintSink.js'
import { createWebhookSink } from '../../watch/sinks/createWebhookSink.js'
import { openFileSink } from '../../watch/sinks/openFileSink.js'
import type { Sink } from '../../watch/sinks/sink.js'
import { openStore } from '../../watch/store/openStore.js'
import type { Finding, WatchJob, WatchStore, WatchSummary } from '../../watch/types.js'
import { fitColors } from '../colors.js'
import { UnreachableError, UsageError } from '../errors.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { requireNode } from '../requireNode.js'
import { createWatchProgress, type WatchProgress } from '../watch/createWatchProgress.js'
import { describeFinding } from '../watch/describeFinding.js'
import { describeSummary } from '../watch/describeSummary.js'
import { readWatchOptions, type WatchOptions, type WatchRequest } from '../watch/readWatchOptions.js'

/** A minute in all: a node that restarts is no reason to end. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Where delivery by webhook gets its key. */
const webhookKeyName = 'FILLPROOF_WEBHOOK_KEY'

/**
 * Follows a receiver, tells what contradicts, and returns the exit status: 1 when anything ever did.
 *
 * @param stop - Ends it in order.
 */
export async function watch(options: WatchOptions, stop: AbortSignal): Promise<number> {
  requireNode('watch')
  const profile = await readProfile(options.profile)
  const request = readWatchOptions(options, profile)
  const closed = new AbortController()
  const signal = AbortSignal.any([stop, closed.signal])

  const begun = await begin(request, signal).catch((error: unknown) => {
    if (stop.aborted) return undefined
    throw error
  })
  if (!begun) {
    warn('Stopped before anything was looked at.')
    return 0
  }
  const { chain, untilBlock } = begun
  const { url, apiKey } = request
  const client = createServiceClient({ profile, baseUrl: url, timeoutMs: 15_000, apiKey })
  const job = createJob(chain, request)
  const database = request.db ?? `fillproof-watch-${job.chainId}-${job.receiver.toLowerCase()}.sqlite`
  const store = await openStore({ database, job })
  const progress = createWatchProgress(store)
  try {
    const sinks = await openSinks({ request, store, signal, progress, json: options.json === true, closed })
    const summary = await runWatch({
      job,
      fillsFrom: request.fromBlock,
      untilBlock,
      chain,
      service: createWatchService(client, signal),
      store,
      sinks,
      solvers: request.solvers,
      graceMs: request.graceMs,
      confirmations: request.confirmations,
      pollMs: request.pollMs,
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
    tellSummary(summary, request, options.json === true)
    return Object.keys(summary.findings).length > 0 ? 1 : 0
  } finally {
    await store.close()
  }
}

function onRetry(reason: string): void {
  warn(`${printable(reason)} Trying again.`)
}

async function begin(request: WatchRequest, signal: AbortSignal) {
  const { rpcUrl, receiver } = request
  const chain = await connectChain({ rpcUrl, receiver, retryDelaysMs, signal, onRetry })
  return { chain, untilBlock: await readEnd(chain, request) }
}

/** The last block that is wanted, once it is known that there is a receiver. */
async function readEnd(
  chain: WatchChain,
  { receiver, untilBlock }: WatchRequest,
): Promise<bigint | undefined> {
  const head = await chain.readHead()
  const account = await chain.readAccount({ address: receiver, blockNumber: head })
  if (account && !account.hasCode) {
    throw new UsageError(`There is no contract at ${receiver} on chain ${chain.id}.`, {
      metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
    })
  }
  return untilBlock === 'latest' ? head : untilBlock
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

type OpenSinksParameters = {
  request: WatchRequest
  store: WatchStore
  signal: AbortSignal
  progress: WatchProgress
  json: boolean
  closed: AbortController
}

async function openSinks(parameters: OpenSinksParameters): Promise<Sink[]> {
  const { request, store, signal, progress, json, closed } = parameters
  const { out, webhook: url } = request
  const write = async (finding: Finding) => {
    progress.clear()
    await writeLine(json ? JSON.stringify(finding) : describeFinding(finding)).catch(() => {
      // Nobody reads any more.
      closed.abort()
      closed.signal.throwIfAborted()
    })
  }
  const onFailure = ({ id, attempts, reason }: { id: string; attempts: number; reason: string }) => {
    warn(`The webhook did not take ${id}, attempt ${attempts}: ${reason}.`)
  }
  return [
    ...(out === undefined ? [] : [await openFileSink({ path: out, store })]),
    createPrintSink({ store, write }),
    ...(url === undefined
      ? []
      : [
          createWebhookSink({ url, key: process.env[webhookKeyName] || undefined, store, signal, onFailure }),
        ]),
  ]
}

function writeLine(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${fitColors(line, process.stdout)}\n`, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

function tellSummary(summary: WatchSummary, { fromBlock }: WatchRequest, json: boolean): void {
  if (json) printJson({ ...summary, scannedTo: Number(summary.scannedTo) })
  else print(describeSummary(summary, fromBlock))
}

function explain(error: ServiceError, url: string): UnreachableError {
  return new UnreachableError(`${new URL(url).origin} can not be asked: ${printable(error.shortMessage)}`, {
    metaMessages: ['The place is kept: run the same command again to go on.'],
  })
}
