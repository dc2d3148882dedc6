import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import type { MockService } from '../../../src/mock/index.js'
import { createWebhookHandler, toNodeHandler, type WebhookEvent } from '../../../src/webhooks/index.js'

/** How a request went, told in the three ways of the service. */
export type ToldStatuses = { polling: string[]; websocket: string[]; webhook: string[] }

/** Receives the webhooks of the mock's key, and records requests from when they are known. */
export async function startRecorder(mock: MockService) {
  const events: WebhookEvent[] = []
  const handler = createWebhookHandler({ apiKey: mock.apiKey, onEvent: (event) => events.push(event) })
  const server: Server = createServer(toNodeHandler(handler))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  mock.control.events.registerWebhook({ apiKey: mock.apiKey, url: `http://127.0.0.1:${port}/` })

  const webhookOf = (requestId: string) =>
    events.filter(({ data }) => data.requestId === requestId).map(({ data }) => data.status)

  return {
    /** Follows a request from now on. Call what it returns once the user has paid. */
    record(requestId: `0x${string}`): () => Promise<ToldStatuses> {
      const follow = async (transport: 'polling' | 'websocket') => {
        const { url, wsUrl } = mock
        const connection = createConnection({ profile: 'mock', baseUrl: url, wsUrl })
        const statuses: string[] = []
        const watch = watchRequest(connection, { requestId, transport, pollingIntervalMs: 10 })
        for await (const { status } of watch) {
          if (status !== statuses.at(-1)) statuses.push(status)
        }
        return statuses
      }
      const told = Promise.all([follow('polling'), follow('websocket')])
      return async () => {
        const [polling, websocket] = await told
        for (let waited = 0; webhookOf(requestId).at(-1) !== polling.at(-1) && waited < 5000; waited += 20) {
          await sleep(20)
        }
        return { polling, websocket, webhook: webhookOf(requestId) }
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The same sequence by polling, by websocket and by webhook. */
export function expectStatuses(told: ToldStatuses, statuses: readonly string[]): void {
  expect(told).deep.equal({ polling: statuses, websocket: statuses, webhook: statuses })
}
