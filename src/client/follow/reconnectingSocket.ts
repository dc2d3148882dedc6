import { sleep } from '../../base/sleep.js'

export type Socket = {
  /** Does nothing without a connection. */
  send(message: object): void
  /** Ends the connection, or the wait for a connection. */
  close(): void
}

export type SocketListener = {
  onMessage(data: unknown): void
  onDown(): void
}

const firstDelayMs = 250
const maxDelayMs = 10_000
const connectingMs = 5000
/** How long a connection must last, including the time to connect, before reconnecting starts again with the shortest wait. */
const stableMs = 10_000
const closingMs = 1000

/**
 * Opens a websocket that reconnects, with growing and jittered waits, until it is closed.
 *
 * - Stays down if the platform has no websocket.
 * - Warning: the platform's own websocket can't be terminated. If the server never answers a close, Node 22 and newer keep the
 *   connection, and so the process, until TCP gives up.
 */
export function openReconnectingSocket(url: () => string, { onMessage, onDown }: SocketListener): Socket {
  const over = new AbortController()
  let current: WebSocket | undefined

  async function run(): Promise<void> {
    // Loaded on demand: a client that only polls does not load it, and runs on platforms without a websocket.
    const { WebSocket } = await import('isows')
    let delayMs = firstDelayMs
    while (!over.signal.aborted) {
      const since = performance.now()
      current = new WebSocket(url())
      await untilDown(current, onMessage, over.signal)
      if (over.signal.aborted) return
      onDown()
      if (performance.now() - since > stableMs) delayMs = firstDelayMs
      await sleep(delayMs * (0.5 + Math.random() / 2), over.signal)
      delayMs = Math.min(maxDelayMs, delayMs * 2)
    }
  }

  run().catch(() => over.signal.aborted || onDown())

  return {
    send(message) {
      if (current?.readyState === current?.OPEN) current?.send(JSON.stringify(message))
    },
    close: () => over.abort(),
  }
}

/** Waits until the connection ends, fails to open, or is no longer wanted. */
function untilDown(
  socket: WebSocket,
  onMessage: SocketListener['onMessage'],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      socket.onmessage = null
      close(socket)
      resolve()
    }
    const timer = setTimeout(end, connectingMs)
    signal.addEventListener('abort', end)
    socket.onopen = () => clearTimeout(timer)
    socket.onmessage = ({ data }) => onMessage(data)
    // A close event follows, which is enough. But some websockets throw if no error listener is set.
    socket.onerror = () => {}
    socket.onclose = end
  })
}

function close(socket: WebSocket & { terminate?: () => void }): void {
  if (socket.readyState === socket.CLOSED) return
  socket.close()
  // If the server does not answer the close, terminate the connection, if the platform can.
  if (!socket.terminate) return
  const timer = setTimeout(() => socket.terminate?.(), closingMs)
  // In a browser, a timer is a number, which has no `unref`.
  timer.unref?.()
}
