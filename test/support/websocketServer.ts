import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Message = { type?: string; event?: string; filters?: { id?: string } }

export type WebsocketServerOptions = {
  /** 0, the default, for any; or the port of one that was closed. */
  port?: number
}

export type WebsocketServer = {
  url: string
  port: number
  /** Before it says that it is ready; undefined for never. */
  readyDelayMs: number | undefined
  /** Whether it confirms subscriptions, and sends events for them. */
  isSubscribing: boolean
  /** Refuses connections with this HTTP status. */
  refuseWith: number | undefined
  /** How many connections are open now, and how many there were. */
  readonly open: number
  readonly total: number
  /** The URLs with which clients connected. */
  paths: string[]
  /** In the order in which they came, of all connections. */
  messages: Message[]
  /** How many connections have subscribed to a request now. */
  subscribers(requestId: string): number
  /** Sends an event to those that subscribed to its request. */
  publish(data: { requestId: string; [field: string]: unknown }): void
  /** Sends a frame to all, as it is. */
  send(frame: string | Uint8Array): void
  /** Breaks every connection without a goodbye. */
  drop(): void
  /** Reads nothing any more, the closing of a connection included. */
  fallSilent(): void
  close(): Promise<void>
}

export const statusUpdated = 'request.status.updated'

/** A real websocket server on this machine, which speaks the service's protocol and misbehaves as told. */
export async function startWebsocketServer({
  port = 0,
}: WebsocketServerOptions = {}): Promise<WebsocketServer> {
  const subscriptions = new Map<WebSocket, Set<string>>()
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const bound = (http.address() as AddressInfo).port

  const server: WebsocketServer = {
    url: `ws://127.0.0.1:${bound}`,
    port: bound,
    readyDelayMs: 0,
    isSubscribing: true,
    refuseWith: undefined,
    paths: [],
    messages: [],
    total: 0,
    get open() {
      return subscriptions.size
    },
    subscribers: (requestId) => [...subscriptions.values()].filter((ids) => ids.has(requestId)).length,
    publish(data) {
      for (const [socket, ids] of subscriptions) {
        if (ids.has(data.requestId)) socket.send(eventText(data))
      }
    },
    send(frame) {
      for (const socket of subscriptions.keys()) socket.send(frame)
    },
    drop() {
      for (const socket of subscriptions.keys()) socket.terminate()
    },
    fallSilent() {
      for (const socket of subscriptions.keys()) socket.pause()
    },
    close: () =>
      new Promise((resolve) => {
        server.drop()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  http.on('upgrade', (request, socket, head) => {
    server.paths.push(request.url ?? '')
    socket.on('error', () => {})
    if (server.refuseWith) {
      socket.end(`HTTP/1.1 ${server.refuseWith} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      ;(server as { total: number }).total++
      const ids = new Set<string>()
      subscriptions.set(client, ids)
      client.on('error', () => {})
      client.on('close', () => subscriptions.delete(client))
      client.on('message', (raw) => {
        const message = JSON.parse(raw.toString()) as Message
        server.messages.push(message)
        const { type, event, filters } = message
        if (!server.isSubscribing || !filters?.id) return
        if (type === 'subscribe') ids.add(filters.id)
        else ids.delete(filters.id)
        client.send(JSON.stringify({ type, status: 'success', data: { event, filters } }))
      })
      if (server.readyDelayMs === undefined) return
      const ready = JSON.stringify({
        type: 'connection',
        status: 'ready',
        data: { id: String(server.total) },
      })
      setTimeout(() => client.send(ready), server.readyDelayMs)
    })
  })
  return server
}

/** An event as the service sends it. */
export function eventText(data: object): string {
  return JSON.stringify({ event: statusUpdated, data, publishedAt: 1_760_000_000_000 })
}
