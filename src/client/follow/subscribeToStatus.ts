import type { Hex } from 'viem'
import { type StatusEvent, statusEventName } from '../../service/resources/status.js'
import type { Connection } from '../connection.js'
import { readStreamMessage } from './readStreamMessage.js'
import { openReconnectingSocket } from './reconnectingSocket.js'

export type StatusListener = {
  onEvent(event: StatusEvent): void
  /** True after each confirmed subscription: changes before it may have been missed. False if the connection breaks. */
  onDelivery(isDelivering: boolean): void
}

type Stream = {
  add(requestId: Hex, listener: StatusListener): void
  remove(requestId: Hex, listener: StatusListener): void
}

const streams = new WeakMap<Connection, Stream>()

/**
 * Listens to the changes of one request over the websocket, which all listeners of a connection share.
 *
 * - The websocket opens with the first listener and closes with the last listener.
 *
 * @returns A function that ends the subscription.
 */
export function subscribeToStatus(
  connection: Connection,
  requestId: Hex,
  listener: StatusListener,
): () => void {
  const stream = streams.get(connection) ?? openStream(connection)
  stream.add(requestId, listener)
  return () => stream.remove(requestId, listener)
}

function openStream(connection: Connection): Stream {
  const listeners = new Map<Hex, Set<StatusListener>>()
  const confirmed = new Set<Hex>()
  let isReady = false

  const socket = openReconnectingSocket(() => websocketUrl(connection), {
    onMessage(data) {
      const message = readStreamMessage(data)
      if (message?.type === 'ready') {
        isReady = true
        for (const requestId of listeners.keys()) ask('subscribe', requestId)
      }
      if (message?.type === 'subscribed' && listeners.has(message.requestId)) {
        confirmed.add(message.requestId)
        for (const listener of [...listeners.get(message.requestId)!]) listener.onDelivery(true)
      }
      if (message?.type === 'event') {
        for (const listener of [...(listeners.get(message.requestId) ?? [])]) listener.onEvent(message.event)
      }
    },
    onDown() {
      isReady = false
      confirmed.clear()
      for (const listener of [...listeners.values()].flatMap((set) => [...set])) listener.onDelivery(false)
    },
  })

  function ask(type: 'subscribe' | 'unsubscribe', requestId: Hex) {
    if (isReady) socket.send({ type, event: statusEventName, filters: { id: requestId } })
  }

  const stream: Stream = {
    add(requestId, listener) {
      const others = listeners.get(requestId)
      if (others) others.add(listener)
      else {
        listeners.set(requestId, new Set([listener]))
        ask('subscribe', requestId)
      }
      if (confirmed.has(requestId)) listener.onDelivery(true)
    },
    remove(requestId, listener) {
      const others = listeners.get(requestId)
      if (!others?.delete(listener) || others.size > 0) return
      listeners.delete(requestId)
      confirmed.delete(requestId)
      ask('unsubscribe', requestId)
      if (listeners.size > 0) return
      streams.delete(connection)
      socket.close()
    },
  }
  streams.set(connection, stream)
  return stream
}

/** The URL contains the API key: never put it in a message or a log. */
function websocketUrl(connection: Connection): string {
  return connection.websocketUrl?.() ?? connection.profile.wsUrl!
}
