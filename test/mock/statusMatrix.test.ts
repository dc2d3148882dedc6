import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Hex } from 'viem'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { type CurrentStatus, mayFollow } from '../../src/service/resources/requestStatus.js'
import { createWebhookHandler, toNodeHandler } from '../../src/webhooks/index.js'
import {
  call,
  chainsOf,
  clientOf,
  depositNative,
  ether,
  pay,
  type Quote,
  quoteBody,
  waitFor,
} from './helpers.js'
import { until } from './parts.js'

type Watcher = { name: string; statuses: string[]; done: Promise<void> }

describe('statuses of the mock by polling, websocket and webhook', () => {
  let mock: MockService
  let receiver: Server
  const byWebhook = new Map<string, string[]>()

  before(async () => {
    mock = await startMockService({ webhookRetry: { delayMs: 5 } })
    const handler = createWebhookHandler({
      apiKey: mock.apiKey,
      onEvent: ({ data }) => {
        const statuses = byWebhook.get(data.requestId) ?? []
        byWebhook.set(data.requestId, [...statuses, data.status])
      },
    })
    receiver = createServer(toNodeHandler(handler))
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    mock.control.events.registerWebhook({ apiKey: mock.apiKey, url: `http://127.0.0.1:${port}/hook` })
  })
  after(async () => {
    await mock.close()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })

  async function quoteWithKey(fields: Record<string, unknown> = {}): Promise<Quote> {
    const { apiKey } = mock
    const { status, body } = await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock, fields) })
    expect(status).equal(200)
    return body
  }

  function watch(requestId: Hex): Watcher[] {
    return (['polling', 'websocket'] as const).map((transport) => {
      const { url: baseUrl, wsUrl, apiKey } = mock
      const client = createServiceClient({ profile: 'mock', baseUrl, wsUrl, apiKey })
      const statuses: string[] = []
      const run = async () => {
        // The websocket's own polling is too slow to help it.
        const pollingIntervalMs = transport === 'polling' ? 10 : 60_000
        const parameters = { requestId, transport, pollingIntervalMs, failureGraceMs: 30_000 }
        for await (const { status } of client.watchRequest(parameters)) statuses.push(status)
      }
      return { name: transport, statuses, done: run() }
    })
  }

  const seenBy = (requestId: string, watchers: Watcher[]) => ({
    webhook: byWebhook.get(requestId),
    ...Object.fromEntries(watchers.map(({ name, statuses }) => [name, statuses])),
  })

  const allSee = (requestId: string, watchers: Watcher[], status: string) =>
    until(
      () => Object.values(seenBy(requestId, watchers)).every((statuses) => statuses?.at(-1) === status),
      `${status} everywhere`,
    )

  const isSubscribed = () => until(() => mock.control.events.connections() > 0, 'a websocket')

  function expectLegal(requestId: string, watchers: Watcher[], expected: CurrentStatus[]) {
    expect(seenBy(requestId, watchers)).deep.equal({
      webhook: expected,
      polling: expected,
      websocket: expected,
    })
    for (const [index, status] of expected.slice(1).entries()) {
      expect(mayFollow(expected[index]!, status as CurrentStatus)).equal(true)
    }
  }

  it('default: a fill reports exactly the legal transitions, once each, in all three ways', async () => {
    const [, destination] = chainsOf(mock)
    // A fill that is not mined holds the solver's wallet, so that the next request stays pending until it is looked at.
    const chain = clientOf(destination)
    await chain.setAutomine(false)
    const blocker = await quoteWithKey()
    await pay(mock, blocker)
    await waitFor(mock, blocker.steps[0]!.requestId, 'submitted')

    const quote = await quoteWithKey()
    const { requestId } = quote.steps[0]!
    const watchers = watch(requestId)
    await allSee(requestId, watchers, 'waiting')
    await isSubscribed()
    await pay(mock, quote)
    await allSee(requestId, watchers, 'pending')
    await chain.mine({ blocks: 1 })
    await allSee(requestId, watchers, 'submitted')
    await chain.mine({ blocks: 1 })
    await chain.setAutomine(true)
    await Promise.all(watchers.map(({ done }) => done))
    await allSee(requestId, watchers, 'success')
    expectLegal(requestId, watchers, ['waiting', 'pending', 'submitted', 'success'])
  })

  it('behavior: a refund reports exactly the legal transitions, once each, in all three ways', async () => {
    const [origin] = chainsOf(mock)
    const quote = await quoteWithKey()
    const { requestId } = quote.steps[0]!
    const watchers = watch(requestId)
    await allSee(requestId, watchers, 'waiting')
    await isSubscribed()
    await mock.control.pauseSolver()
    await depositNative(mock, origin, mock.accounts[1]!.address, requestId, ether / 2n)
    const chain = clientOf(origin)
    await chain.setAutomine(false)
    mock.control.resumeSolver()
    await allSee(requestId, watchers, 'failure')
    await chain.setAutomine(true)
    await chain.mine({ blocks: 1 })
    await Promise.all(watchers.map(({ done }) => done))
    await allSee(requestId, watchers, 'refund')
    expectLegal(requestId, watchers, ['waiting', 'failure', 'refund'])
  })

  it('behavior: websockets that break between transitions change nothing for the client', async () => {
    const [, destination] = chainsOf(mock)
    const quote = await quoteWithKey()
    const { requestId } = quote.steps[0]!
    const watchers = watch(requestId)
    await allSee(requestId, watchers, 'waiting')
    await isSubscribed()
    mock.control.events.dropConnections()
    const chain = clientOf(destination)
    await chain.setAutomine(false)
    await pay(mock, quote)
    await waitFor(mock, requestId, 'submitted')
    await until(() => watchers.every(({ statuses }) => statuses.at(-1) === 'submitted'), 'submitted')
    await isSubscribed()
    mock.control.events.restartStream(50)
    await chain.mine({ blocks: 1 })
    await chain.setAutomine(true)
    await Promise.all(watchers.map(({ done }) => done))
    for (const { statuses } of watchers) {
      expect(statuses.filter((status) => status !== 'pending')).deep.equal([
        'waiting',
        'submitted',
        'success',
      ])
    }
  })
})
