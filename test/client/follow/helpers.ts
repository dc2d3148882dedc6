import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { answer, startHttpServer } from '../../support/httpServer.js'
import { startWebsocketServer } from '../../support/websocketServer.js'

export const requestId = `0x${'ab'.repeat(32)}` as const
export const otherId = `0x${'cd'.repeat(32)}` as const

type Status = { status: string; [field: string]: unknown }

/** How a request that succeeds goes. */
export const path = ['waiting', 'pending', 'submitted', 'success'] as const
/** So long that a change that is seen came by websocket. */
export const rarely = { requestId, pollingIntervalMs: 60_000 }
export const often = { requestId, pollingIntervalMs: 5 }

/** A service of one state, told by HTTP and by websocket. */
async function startService() {
  const http = await startHttpServer()
  let socket = await startWebsocketServer()
  const records = new Map<string, Status>()
  let time = 1_760_000_000_000
  const now = () => {
    time += 1000
    return time
  }
  http.respondWith((request, response) => {
    const record = records.get(request.query.get('requestId') ?? '')
    return answer(record ? 200 : 404, record ?? { message: 'Not found' })(request, response)
  })

  const service = {
    http,
    get socket() {
      return socket
    },
    /** Without a websocket's URL: it polls. */
    polling: () => createConnection({ profile: 'mock', baseUrl: http.url, retry: { limit: 0 } }),
    connection: () =>
      createConnection({ profile: 'mock', baseUrl: http.url, wsUrl: socket.url, retry: { limit: 0 } }),
    /** Sets what HTTP answers from here on; publishes nothing. */
    set(status: string, fields: object = {}, id: string = requestId) {
      const record = { status, updatedAt: now(), inTxHashes: [], txHashes: [], ...fields }
      records.set(id, record)
      return record
    },
    /** Changes the status over HTTP and the websocket. */
    move(status: string, fields: object = {}, id: string = requestId) {
      socket.publish({ ...service.set(status, fields, id), requestId: id })
    },
    /** Publishes a status over the websocket only. */
    tell(status: string, fields: object = {}, id: string = requestId) {
      socket.publish({ status, updatedAt: now(), ...fields, requestId: id })
    },
    async stopSocket() {
      await socket.close()
    },
    async restartSocket() {
      socket = await startWebsocketServer({ port: socket.port })
    },
    async close() {
      await Promise.all([http.close(), socket.close()])
    },
  }
  return service
}

export type Service = Awaited<ReturnType<typeof startService>>

/** Starts a service before each test, and closes it after it. Its fields are those of the test's own. */
export function setUpService(): Service {
  const service = {} as Service
  beforeEach(async () => {
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await startService()))
  })
  afterEach(() => service.close())
  return service
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until something holds, and fails when it never does. */
export async function until(holds: () => boolean, what = String(holds)): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`It never came to this: ${what}`)
    await sleep(3)
  }
}

/** Runs a watch to its end, and tells meanwhile what it saw. */
export function collect(...parameters: Parameters<typeof watchRequest>) {
  const seen: string[] = []
  async function run() {
    for await (const { status } of watchRequest(...parameters)) seen.push(status)
    return seen
  }
  const end = run()
  end.catch(() => {})
  return { seen, end }
}

/** Waits until the server confirmed the subscription and the client asked once more what it may have missed. */
export async function subscribed(service: Service, id: string = requestId): Promise<void> {
  await until(() => service.socket.subscribers(id) > 0, 'subscribed')
  const asked = () => service.http.requests.filter(({ query }) => query.get('requestId') === id).length
  await until(() => asked() > 1, 'asked after the subscription')
  await sleep(20)
}

/** Fails when the service is still asked. */
export async function noMoreRequests(service: Service): Promise<void> {
  await sleep(20)
  const { length } = service.http.requests
  await sleep(60)
  expect(service.http.requests).have.length(length)
}
