import type { Server } from 'node:http'
import type { Clock } from '../clock.js'
import type { Keys } from '../keys.js'
import type { Ledger } from '../ledger.js'
import type { Random } from '../random.js'
import { createStream } from './createStream.js'
import { createWebhooks, type Webhook, type WebhookDelivery } from './createWebhooks.js'
import type { EventsOptions } from './eventsOptions.js'

/** Who is told of moves, and levers for tests. */
export type Events = {
  /** Sets the webhook of a key, in place of the one it had. @throws {@link MockOptionError} on a bad URL or header. */
  registerWebhook(webhook: Webhook): void
  /** Whether the key had one. What has not arrived is dropped. */
  unregisterWebhook(apiKey: string): boolean
  webhooks(): Webhook[]
  /** The last 1000 deliveries by webhook, the oldest first. */
  deliveries(): WebhookDelivery[]
  /** How many websockets are open. */
  connections(): number
  /** Breaks every websocket without a goodbye. */
  dropConnections(): void
  /** Closes every websocket as a server that restarts does, and takes no new one for so many milliseconds (0). */
  restartStream(downMs?: number): void
}

/** Tells each move of the ledger by webhook and by websocket. */
export function createEvents({
  ledger,
  clock,
  random,
  keys,
  webhookRetry,
  websocketPingMs,
}: {
  ledger: Ledger
  clock: Clock
  random: Random
  keys: Keys
} & EventsOptions) {
  const webhooks = createWebhooks({ clock, retry: webhookRetry })
  const stream = createStream({ clock, random, isKnownKey: keys.has, pingIntervalMs: websocketPingMs })
  const stop = ledger.onMove((record) => {
    webhooks.publish(record)
    stream.publish(record)
  })
  const events: Events = {
    registerWebhook: webhooks.register,
    unregisterWebhook: webhooks.unregister,
    webhooks: webhooks.list,
    deliveries: webhooks.deliveries,
    connections: stream.connections,
    dropConnections: stream.drop,
    restartStream: stream.restart,
  }
  return {
    events,
    /** Takes the websockets of an HTTP server. */
    attach: (server: Server): void => stream.attach(server),
    /** Drops deliveries and connections. */
    async close(): Promise<void> {
      stop()
      stream.close()
      await webhooks.close()
    },
  }
}
