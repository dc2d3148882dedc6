import { mock } from 'node:test'
import { expect } from 'chai'
import type { Connection } from '../../src/client/connection.js'
import { createConnection } from '../../src/client/createConnection.js'
import { followDefaults } from '../../src/client/follow/followParameters.js'
import { watchRequest } from '../../src/client/follow/watchRequest.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { answer, type HttpServer, inTurn, startHttpServer } from '../support/httpServer.js'
import { startWebsocketServer, type WebsocketServer } from '../support/websocketServer.js'

const requestId = `0x${'ab'.repeat(32)}` as const

let http: HttpServer
let socket: WebsocketServer
const connect = () => createConnection({ profile: 'mock', baseUrl: http.url, wsUrl: socket.url })

/** Returns what a watch sees of the statuses that the websocket sends, one after the other. */
async function watch(statuses: readonly string[], fields: object = {}) {
  http.respondWith(answer(200, { status: 'waiting' }))
  const seen = []
  let next = 0
  const parameters = { requestId, pollingIntervalMs: 60_000, failureGraceMs: 20 }
  for await (const record of watchRequest(connect(), parameters)) {
    seen.push(record)
    while (socket.subscribers(requestId) === 0) await new Promise((resolve) => setTimeout(resolve, 3))
    const status = statuses[next++]
    if (status) socket.publish({ requestId, status, updatedAt: 1_760_000_000_000 + next, ...fields })
  }
  return seen
}

describe('websocket', () => {
  before(async () => {
    http = await startHttpServer()
    socket = await startWebsocketServer()
  })
  after(() => Promise.all([http.close(), socket.close()]))

  describe('interface: Websocket stream', () => {
    it('streams the same statuses as the status endpoint [210]', async () => {
      const path = ['depositing', 'pending', 'submitted', 'success']
      const streamed = await watch(path)
      http.respondWith(inTurn(...['waiting', ...path].map((status) => answer(200, { status }))))
      const polled = []
      const parameters = { requestId, pollingIntervalMs: 1, transport: 'polling' } as const
      for await (const record of watchRequest(connect(), parameters)) polled.push(record)
      expect(streamed.map(({ status }) => status)).deep.equal(['waiting', ...path])
      expect(polled.map(({ status }) => status)).deep.equal(['waiting', ...path])
    })

    it('refund and failure end it too', async () => {
      expect((await watch(['pending', 'refund'])).at(-1)).include({ status: 'refund' })
      expect((await watch(['pending', 'failure'])).at(-1)).include({ status: 'failure' })
    })

    it('its records have the fields of the status record', async () => {
      const fields = {
        inTxHashes: [`0x${'01'.repeat(32)}`],
        txHashes: [`0x${'02'.repeat(32)}`],
        updatedAt: 1_760_000_000_500,
        originChainId: 1,
        destinationChainId: 8453,
        details: null,
        failReason: 'N/A',
        refundFailReason: 'N/A',
      }
      const [, last] = await watch(['success'], fields)
      expect(last).deep.equal({ requestId, status: 'success', ...fields })
    })
  })

  describe('interface: Which operation emits which event', () => {
    it("a quote's request reports each change of status as request.status.updated [211]", async () => {
      socket.messages.length = 0
      const seen = await watch(['pending', 'success'])
      expect(seen.map(({ status }) => status)).deep.equal(['waiting', 'pending', 'success'])
      expect(socket.messages[0]).deep.equal({
        type: 'subscribe',
        event: 'request.status.updated',
        filters: { id: requestId },
      })
    })

    it('each status of the status table is reported unchanged', async () => {
      const table = ['waiting', 'depositing', 'pending', 'submitted', 'success', 'failure', 'refund']
      for (const status of table.slice(1)) {
        const isLast = ['success', 'failure', 'refund'].includes(status)
        const seen = await watch(isLast ? [status] : [status, 'success'])
        expect(seen.map((record) => record.status)).deep.equal(
          isLast ? ['waiting', status] : ['waiting', status, 'success'],
        )
      }
    })
  })

  describe('interface: Limits', () => {
    it('status polling: once per second by default [218]', async () => {
      expect(followDefaults.pollingIntervalMs).equal(1000)
      let asked = 0
      const connection: Connection = {
        profile: { ...mockProfile, name: 'public' },
        request: async ({ response }) => {
          asked++
          return response.parse({ status: 'waiting' })
        },
      }
      mock.timers.enable({ apis: ['setTimeout'] })
      try {
        const watch = watchRequest(connection, { requestId })
        const first = watch.next()
        const counts: number[] = []
        for (const ms of [0, 999, 1, 999, 1]) {
          mock.timers.tick(ms)
          await new Promise(setImmediate)
          counts.push(asked)
        }
        expect(counts).deep.equal([1, 1, 2, 2, 3])
        expect((await first).value).deep.equal({ status: 'waiting' })
        await watch.return!()
      } finally {
        mock.timers.reset()
      }
    })
  })
})
