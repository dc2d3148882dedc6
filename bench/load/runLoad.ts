import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWalletClient, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../src/client/index.js'
import type { MockService } from '../../src/mock/index.js'
import { createWebhookHandler, toNodeHandler } from '../../src/webhooks/index.js'
import { collectGarbage } from '../../test/support/collectGarbage.js'

export type LoadParameters = {
  mock: MockService
  /** Quotes that are paid and followed to their end. */
  requests: number
  /** How many at a time; at most the mock's accounts, of which each pays for one at a time. */
  concurrency: number
  /** Every so many deliveries of a webhook are answered with 503 the first time. */
  refuseEvery?: number
  onProgress?: (done: number) => void
}

export type LoadResult = {
  /** How the requests ended, by status. */
  outcomes: Record<string, number>
  /** The joined statuses from webhooks, with the number of requests. */
  webhooks: Record<string, number>
  refusedDeliveries: number
  seconds: number
  /** Milliseconds each, sorted. */
  quoteMs: number[]
  /** From the quote to its end. */
  totalMs: number[]
  /** The heap of this process's JavaScript in megabytes, after a collection: when half was done, and at the end. */
  heapMb: { half: number; end: number }
}

/** Takes requests from quote to end, all of them, with webhooks that are refused now and then. */
export async function runLoad({
  mock,
  requests,
  concurrency,
  refuseEvery = 7,
  onProgress = () => {},
}: LoadParameters): Promise<LoadResult> {
  const receiver = await startReceiver(mock, refuseEvery)
  const { url, wsUrl, apiKey, chains } = mock
  const [origin, destination] = chains as [MockService['chains'][0], MockService['chains'][0]]
  const client = createServiceClient({ profile: 'mock', baseUrl: url, wsUrl, apiKey })
  const outcomes: Record<string, number> = {}
  const quoteMs: number[] = []
  const totalMs: number[] = []
  const heapMb = { half: 0, end: 0 }
  const begun = performance.now()
  let started = 0
  let done = 0

  async function work(privateKey: `0x${string}`): Promise<void> {
    const account = privateKeyToAccount(privateKey)
    const walletClient = createWalletClient({ account, transport: http(origin.rpcUrl), pollingInterval: 20 })
    while (started < requests) {
      started++
      const from = performance.now()
      const request = {
        user: account.address,
        originChainId: origin.id,
        destinationChainId: destination.id,
        originCurrency: zeroAddress,
        destinationCurrency: zeroAddress,
        amount: 10n ** 16n,
        tradeType: 'EXACT_INPUT' as const,
      }
      const quote = await client.getQuote(request)
      quoteMs.push(performance.now() - from)
      const { outcome } = await client.executeSteps({ quote, request, walletClient })
      totalMs.push(performance.now() - from)
      const status = outcome?.status ?? 'none'
      outcomes[status] = (outcomes[status] ?? 0) + 1
      done++
      onProgress(done)
      if (done === Math.ceil(requests / 2)) heapMb.half = readHeap()
    }
  }

  try {
    await Promise.all(mock.accounts.slice(0, concurrency).map(({ privateKey }) => work(privateKey)))
    const seconds = (performance.now() - begun) / 1000
    await receiver.settle(requests)
    heapMb.end = readHeap()
    return {
      outcomes,
      webhooks: receiver.sequences(),
      refusedDeliveries: receiver.refused(),
      seconds,
      quoteMs: quoteMs.sort((a, b) => a - b),
      totalMs: totalMs.sort((a, b) => a - b),
      heapMb,
    }
  } finally {
    await receiver.close()
  }
}

async function startReceiver({ control, apiKey }: MockService, refuseEvery: number) {
  const statuses = new Map<string, string[]>()
  let deliveries = 0
  let refused = 0
  const handler = createWebhookHandler({
    apiKey,
    onEvent({ data }) {
      statuses.set(data.requestId, [...(statuses.get(data.requestId) ?? []), data.status])
    },
  })
  const accept = toNodeHandler(handler)
  const server = createServer((request, response) => {
    if (++deliveries % refuseEvery !== 0) return accept(request, response)
    refused++
    request.resume()
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  control.events.registerWebhook({ apiKey, url: `http://127.0.0.1:${port}/` })
  return {
    /** Waits for the last delivery of each request, for 30 seconds at most. */
    async settle(requests: number) {
      const isOver = (reported: string[]) => ['success', 'refund'].includes(reported.at(-1) ?? '')
      for (let waited = 0; waited < 30_000; waited += 50) {
        if (statuses.size === requests && [...statuses.values()].every(isOver)) return
        await sleep(50)
      }
    },
    sequences() {
      const counts: Record<string, number> = {}
      for (const reported of statuses.values()) {
        const sequence = reported.join(' ')
        counts[sequence] = (counts[sequence] ?? 0) + 1
      }
      return counts
    },
    refused: () => refused,
    close: () =>
      new Promise<void>((resolve) => {
        control.events.unregisterWebhook(apiKey)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}
