import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hex } from 'viem'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { statusEventName } from '../../service/resources/status.js'
import type { MockClock } from '../clock.js'
import type { LedgerRequest } from '../ledger.js'
import type { Random } from '../random.js'
import { toStatusEvent } from './toStatusEvent.js'

const limits = {
  connections: 1000,
  subscriptions: 1000,
  messageBytes: 16 * 1024,
  /** The most bytes to buffer for a peer that does not read. */
  waitingBytes: 1024 * 1024,
}

/** The subscribed ids of a connection, and whether it answered the last ping. */
type Connection = { ids: Set<string>; isAlive: boolean }

const filters = z.looseObject({ id: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be hex of 32 bytes') })

const message = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('subscribe'), event: z.literal(statusEventName), filters }),
  z.looseObject({
    type: z.literal('unsubscribe'),
    event: z.literal(statusEventName),
    filters: filters.optional(),
  }),
])

/**
 * Creates the websocket that streams a request's statuses to its subscribers.
 *
 * A subscription reports later statuses, not the current one. A key is optional, but an unknown key is rejected. The
 * stream drops a peer that has not answered a ping when the next ping is due.
 *
 * @param isKnownKey - Checks the query parameter `apiKey`.
 */
export function createStream(parameters: {
  clock: MockClock
  random: Random
  isKnownKey(apiKey: string): boolean
  pingIntervalMs: number
}) {
  const { clock, random, isKnownKey, pingIntervalMs } = parameters
  const connections = new Map<WebSocket, Connection>()
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes })
  let isDown = false
  let restart: NodeJS.Timeout | undefined
  const pings = setInterval(() => pingAll(connections), pingIntervalMs).unref()
  const terminateAll = () => {
    for (const socket of connections.keys()) socket.terminate()
  }

  return {
    /** Serves the websocket upgrades of an HTTP server. */
    attach(http: Server): void {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy())
        const isFull = isDown || connections.size >= limits.connections
        const status = findProblem(request, isKnownKey) ?? (isFull ? 503 : undefined)
        if (status) socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
        else {
          server.handleUpgrade(request, socket, head, (peer) =>
            accept(peer, connections, random.bytes32('connection')),
          )
        }
      })
    },
    publish(record: LedgerRequest): void {
      const id = record.id.toLowerCase()
      const peers = [...connections].filter(([, { ids }]) => ids.has(id))
      if (peers.length === 0) return
      const event = { event: statusEventName, data: toStatusEvent(record), publishedAt: clock.now() }
      for (const [socket] of peers) send(socket, event)
    },
    /** Ends the subscriptions to a request. */
    forget(id: Hex): void {
      for (const { ids } of connections.values()) ids.delete(id.toLowerCase())
    },
    connections: (): number => connections.size,
    drop: terminateAll,
    /** Closes every connection as a restarting server does, and rejects new ones for some milliseconds. */
    restart(downMs = 0): void {
      for (const socket of connections.keys()) socket.close(1012, 'The service restarts.')
      clearTimeout(restart)
      isDown = downMs > 0
      restart = setTimeout(() => {
        isDown = false
      }, downMs).unref()
    },
    /** Closes every connection, because a restore undid the reported statuses. */
    cut({ name }: Error): void {
      for (const socket of connections.keys()) socket.close(4409, name)
    },
    close(): void {
      clearInterval(pings)
      clearTimeout(restart)
      isDown = true
      terminateAll()
      connections.clear()
    },
  }
}

function pingAll(connections: ReadonlyMap<WebSocket, Connection>): void {
  for (const [socket, connection] of connections) {
    if (!connection.isAlive || socket.bufferedAmount > limits.waitingBytes) {
      socket.terminate()
    } else {
      connection.isAlive = false
      socket.ping()
    }
  }
}

/** Returns the HTTP status that rejects an upgrade, or undefined if it is valid. */
function findProblem(
  { url = '/' }: IncomingMessage,
  isKnownKey: (apiKey: string) => boolean,
): number | undefined {
  const parsed = URL.parse(url, 'http://localhost')
  if (parsed?.pathname !== '/') return 404
  const apiKey = parsed.searchParams.get('apiKey')
  return apiKey !== null && !isKnownKey(apiKey) ? 401 : undefined
}

function accept(socket: WebSocket, connections: Map<WebSocket, Connection>, id: Hex): void {
  const connection: Connection = { ids: new Set(), isAlive: true }
  connections.set(socket, connection)
  // An oversized message or a protocol error only closes the connection.
  socket.on('error', () => {})
  socket.on('close', () => connections.delete(socket))
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (data, isBinary) => send(socket, answer(connection, data, isBinary)))
  send(socket, { type: 'connection', status: 'ready', data: { id } })
}

function send(socket: WebSocket, content: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(content))
}

function answer({ ids }: Connection, data: RawData, isBinary: boolean): object {
  const result = message.safeParse(isBinary ? undefined : parseJson(data.toString()))
  if (!result.success) {
    const [issue] = result.error.issues
    const path = issue?.path.join('.') || 'message'
    return { type: 'error', status: 'error', message: `${path}: ${issue?.message}` }
  }
  const { type, event, filters } = result.data
  const id = filters?.id.toLowerCase()
  if (type === 'unsubscribe') {
    if (id) ids.delete(id)
    else ids.clear()
    return { type, status: 'success', data: { event } }
  }
  if (ids.size >= limits.subscriptions && !ids.has(id!)) {
    const reason = `At most ${limits.subscriptions} subscriptions on a connection.`
    return { type, status: 'error', message: reason, data: { event, filters } }
  }
  ids.add(id!)
  return { type, status: 'success', data: { event, filters } }
}
