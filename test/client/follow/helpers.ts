import { createConnection } from '../../../src/client/createConnection.js'
import { watchRequest } from '../../../src/client/follow/watchRequest.js'
import { answer, startHttpServer } from '../../support/httpServer.js'
import { startWebsocketServer } from '../../support/websocketServer.js'

export const requestId = `0x${'ab'.repeat(32)}` as const
export const otherId = `0x${'cd'.repeat(32)}` as const

type Status = { status: string; [field: string]: unknown }

/** A service of one state, told by HTTP and by websocket. */
export async function startService() {
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
    /** What HTTP answers from here on; nothing is published. */
    set(status: string, fields: object = {}, id: string = requestId) {
      const record = { status, updatedAt: now(), inTxHashes: [], txHashes: [], ...fields }
      records.set(id, record)
      return record
    },
    /** What HTTP answers and the websocket tells. */
    move(status: string, fields: object = {}, id: string = requestId) {
      socket.publish({ ...service.set(status, fields, id), requestId: id })
    },
    /** What the websocket alone tells. */
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
