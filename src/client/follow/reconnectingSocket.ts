import type ReconnectingWebSocket from 'partysocket/ws'

export type Socket = {
  /** Does nothing while there is no connection. */
  send(message: object): void
  /** Ends the connection, or the waiting for one. */
  close(): void
}

export type SocketListener = {
  onMessage(data: unknown): void
  onDown(): void
}

const firstDelayMs = 250
const maxDelayMs = 10_000
const closingMs = 1000

/**
 * A websocket that connects again, with growing and jittered waits, until it is closed.
 *
 * - Rule: where there is no websocket at all, it stays down.
 * - Warning: the platform's own websocket can't be cut. After a close that the server never answers, Node 22 and newer
 *   keep the connection, and with it the process, until TCP gives up.
 */
export function openReconnectingSocket(url: () => string, { onMessage, onDown }: SocketListener): Socket {
  let socket: ReconnectingWebSocket | undefined
  let current: WebSocket | undefined
  let isClosed = false
  let stopWaiting = () => {}

  // The library's own wait leaves its timer running when it is closed: this one comes before the URL is handed out.
  async function waitAndGiveUrl(): Promise<string> {
    const tries = socket?.retryCount ?? 0
    // It may be asked for after it was closed, and must not wait then.
    if (tries > 0 && !isClosed) {
      const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        stopWaiting = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return url()
  }

  async function open(): Promise<void> {
    // Loaded when needed: a client that only polls has no part of it, and runs where there is no websocket.
    const [library, { WebSocket }] = await Promise.all([import('partysocket/ws'), import('isows')])
    if (isClosed) return
    socket = new library.default(waitAndGiveUrl, [], {
      minReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      connectionTimeout: 5000,
      maxEnqueuedMessages: 0,
      WebSocket: function connect(this: unknown, address: string) {
        current = new WebSocket(address)
        return current
      },
    })
    socket.addEventListener('message', ({ data }) => onMessage(data))
    socket.addEventListener('close', onDown)
  }

  open().catch(onDown)

  return {
    send(message) {
      socket?.send(JSON.stringify(message))
    },
    close() {
      isClosed = true
      stopWaiting()
      socket?.close()
      // What can be cut is cut when the server does not answer the closing.
      const left = current as { terminate?: () => void } | undefined
      if (!left?.terminate) return
      const timer: { unref?: () => void } = setTimeout(() => left.terminate?.(), closingMs) as never
      timer.unref?.()
    },
  }
}
