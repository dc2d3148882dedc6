import { sleep } from '../../base/sleep.js'

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
const connectingMs = 5000
/** How long it must have lasted, connecting included, for the waits to begin again with the first. */
const stableMs = 10_000
const closingMs = 1000

/**
 * Opens a websocket that connects again, with growing and jittered waits, until it is closed.
 *
 * - Rule: where there is no websocket at all, it stays down.
 * - Warning: the platform's own websocket can't be cut. After a close that the server never answers, Node 22 and newer
 *   keep the connection, and with it the process, until TCP gives up.
 */
export function openReconnectingSocket(url: () => string, { onMessage, onDown }: SocketListener): Socket {
  const over = new AbortController()
  let current: WebSocket | undefined

  async function run(): Promise<void> {
    // Loaded when needed: a client that only polls has no part of it, and runs where there is no websocket.
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

/** Waits until the connection ends, can't be made, or is no longer wanted. */
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
    // The close that follows says enough, but without a listener the websocket of the package throws.
    socket.onerror = () => {}
    socket.onclose = end
  })
}

function close(socket: WebSocket & { terminate?: () => void }): void {
  if (socket.readyState === socket.CLOSED) return
  socket.close()
  // What can be cut is cut when the server does not answer the closing.
  if (!socket.terminate) return
  const timer: { unref?: () => void } = setTimeout(() => socket.terminate?.(), closingMs) as never
  timer.unref?.()
}
