import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { makeGate } from './quoteV3.js'
import { makeRoutes } from './routes.js'
import { startSolver } from './solver.js'
import { Refusal, type Request, startWorld } from './world.js'

/** `count` is how often this was asked before; what is repeatable changes nothing. */
type Sent = { path: string; count: number; isRepeatable: boolean }

/** A test's changes of answers: everything else stays as it is. */
export type Variation = {
  /** Answers in place of the service, which then does nothing, unless it says false. */
  refuse?: (response: ServerResponse, asked: Sent) => unknown
  /** Changes the body of an answer with 200. `path` is the request's. */
  body?: (body: unknown, path: string, request?: Request) => unknown
  /** Sends an answer in its own way, or says false. */
  send?: (response: ServerResponse, answer: { status: number; text: string }, asked: Sent) => unknown
  /** Changes a message of the websocket, or says null to leave it out. */
  message?: (text: string, socket: WebSocket) => string | null
}

export type Standin = Awaited<ReturnType<typeof startStandin>>

/** The service on this machine: HTTP, its websocket, the venue, two chains and a solver. */
export async function startStandin() {
  const world = await startWorld()
  const sockets = new Map<WebSocket, Set<string>>()
  let variation: Variation = {}
  const counts = new Map<string, number>()
  const posted: string[] = []

  const say = (socket: WebSocket, message: object) => {
    const text = JSON.stringify(message)
    const changed = variation.message ? variation.message(text, socket) : text
    if (changed !== null && socket.readyState === socket.OPEN) socket.send(changed)
  }
  const fills = startSolver(world, ({ id, history }) => {
    const data = { ...history.at(-1), requestId: id }
    for (const [socket, ids] of sockets) {
      if (ids.has(id)) say(socket, { event: 'request.status.updated', data, publishedAt: Date.now() })
    }
  })
  const gate = makeGate()
  const routes = makeRoutes(world, fills, gate)

  async function respond(incoming: IncomingMessage, response: ServerResponse) {
    const url = new URL(incoming.url!, 'http://localhost')
    const [path, method, headers] = [url.pathname, incoming.method!, incoming.headers]
    let text = ''
    for await (const chunk of incoming) text += chunk
    const body: unknown = text && JSON.parse(text)
    const line = `${method} ${path}`
    const [pattern, route] = routes.find(([one]) => one.test(line)) ?? []
    const count = counts.get(line + url.search) ?? 0
    counts.set(line + url.search, count + 1)
    const isRepeatable = method === 'GET' || ['/quote/v2', '/quote/v3', '/price'].includes(path)
    const asked = { path, count, isRepeatable }
    if (variation.refuse && variation.refuse(response, asked) !== false) return
    const answer = await (async () => {
      if (method === 'POST') posted.push(`${path} ${text}`)
      if (!route || !pattern) return { status: 404, text: JSON.stringify({ message: `No ${line}` }) }
      try {
        const parts = pattern.exec(line)!.slice(1)
        const plain = await route({ query: url.searchParams, headers, body }, ...parts)
        const request = world.requests.get(url.searchParams.get('requestId') ?? '')
        const changed = variation.body ? variation.body(plain, path, request) : plain
        return { status: 200, text: JSON.stringify(changed) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { message, errorCode, more, status } = error
        return { status, text: JSON.stringify({ message, errorCode, code: errorCode, ...more }) }
      }
    })()
    if (variation.send) {
      if ((await variation.send(response, answer, asked)) !== false) return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(answer.text)
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.stack : String(error)
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
    })
  })
  const streams = new WebSocketServer({ server, path: '/stream' })
  streams.on('connection', (socket) => {
    const ids = new Set<string>()
    sockets.set(socket, ids)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('message', (raw) => {
      const { type, event, filters } = JSON.parse(String(raw))
      if (type === 'subscribe') ids.add(filters.id)
      else ids.delete(filters.id)
      say(socket, { type, status: 'success', data: { event, filters } })
    })
    say(socket, { type: 'connection', status: 'ready', data: { id: String(sockets.size) } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    world,
    fills,
    gate,
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/stream`,
    /** How often a body with this text was posted, and an answer was sent that the client could read. */
    postsOf: (path: string, text: string) =>
      posted.filter((post) => post.startsWith(`${path} `) && post.includes(text)).length,
    /** How many clients stream now. */
    streams: () => sockets.size,
    /** Answers are changed so from here on. */
    vary(next: Variation = {}) {
      variation = next
      counts.clear()
    },
    async close() {
      await fills.close()
      for (const socket of sockets.keys()) socket.terminate()
      streams.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await world.close()
    },
  }
}
