import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { Clock } from '../clock.js'
import type { RequestRecord } from '../ledger.js'
import type { Random } from '../random.js'
import { statusUpdated, toStatusEvent } from './toStatusEvent.js'

const limits = {
  connections: 1000,
  subscriptions: 1000,
  /** Of one message. */
  messageBytes: 16 * 1024,
  /** What may wait for a peer that does not read. */
  waitingBytes: 1024 * 1024,
}

/** The subscribed ids of a connection, and whether it answered the last ping. */
type Connection = { ids: Set<string>; isAlive: boolean }

const filters = z.looseObject({ id: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be hex of 32 bytes') })

const message = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('subscribe'), event: z.literal(statusUpdated), filters }),
  z.looseObject({
    type: z.literal('unsubscribe'),
    event: z.literal(statusUpdated),
    filters: filters.optional(),
  }),
])

/**
 * The websocket on which statuses are streamed to whoever subscribed to the request.
 *
 * - Rule: a subscription is told the moves that come after it, not where the request stands. A key is not needed, but one
 *   that is not known is refused. A peer that does not answer a ping until the next one is dropped.
 *
 * @param isKnownKey - Of the query parameter `apiKey`.
 */
export function createStream({
  clock,
  random,
  isKnownKey,
  pingIntervalMs,
}: {
  clock: Clock
  random: Random
  isKnownKey(apiKey: string): boolean
  pingIntervalMs: number
}) {
  const connections = new Map<WebSocket, Connection>()
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes })
  let isDown = false
  let restart: NodeJS.Timeout | undefined

  const pings = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (!connection.isAlive || socket.bufferedAmount > limits.waitingBytes) {
        socket.terminate()
      } else {
        connection.isAlive = false
        socket.ping()
      }
    }
  }, pingIntervalMs)
  pings.unref()

  function refusal({ url = '/' }: IncomingMessage): number | undefined {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== '/') return 404
    const apiKey = searchParams.get('apiKey')
    if (apiKey !== null && !isKnownKey(apiKey)) return 401
    return isDown || connections.size >= limits.connections ? 503 : undefined
  }

  function accept(socket: WebSocket): void {
    const connection: Connection = { ids: new Set(), isAlive: true }
    connections.set(socket, connection)
    // What is too large or breaks the protocol closes the connection, and nothing else.
    socket.on('error', () => {})
    socket.on('close', () => connections.delete(socket))
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('message', (data, isBinary) => send(socket, answer(connection, data, isBinary)))
    send(socket, { type: 'connection', status: 'ready', data: { id: random.bytes32('connection') } })
  }

  return {
    /** Takes the upgrades of an HTTP server. */
    attach(http: Server): void {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy())
        const status = refuseSafely(() => refusal(request))
        if (status) socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
        else server.handleUpgrade(request, socket, head, accept)
      })
    },
    publish(record: RequestRecord): void {
      const id = record.id.toLowerCase()
      const peers = [...connections].filter(([, { ids }]) => ids.has(id))
      if (peers.length === 0) return
      const event = { event: statusUpdated, data: toStatusEvent(record), publishedAt: clock.now() }
      for (const [socket] of peers) send(socket, event)
    },
    connections: (): number => connections.size,
    /** Breaks every connection without a goodbye. */
    drop(): void {
      for (const socket of connections.keys()) socket.terminate()
    },
    /** Closes every connection as a server that restarts does, and takes no new one for so many milliseconds. */
    restart(downMs = 0): void {
      for (const socket of connections.keys()) socket.close(1012, 'The service restarts.')
      clearTimeout(restart)
      isDown = downMs > 0
      restart = setTimeout(() => {
        isDown = false
      }, downMs)
      restart.unref()
    },
    close(): void {
      clearInterval(pings)
      clearTimeout(restart)
      isDown = true
      for (const socket of connections.keys()) socket.terminate()
      connections.clear()
    },
  }
}

function send(socket: WebSocket, content: object): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(content))
}

function answer({ ids }: Connection, data: RawData, isBinary: boolean): object {
  const result = message.safeParse(isBinary ? undefined : parse(data))
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

function parse(data: RawData): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

/** A URL that can't be read is no path of ours. */
function refuseSafely(read: () => number | undefined): number | undefined {
  try {
    return read()
  } catch {
    return 404
  }
}
