import type { Server } from 'node:http'
import type { MockClock } from '../clock.js'
import type { Keys } from '../keys.js'
import type { Ledger } from '../ledger.js'
import type { Random } from '../random.js'
import { createStream } from './createStream.js'
import { createWebhooks } from './createWebhooks.js'
import type { EventsOptions } from './eventsOptions.js'

export type Events = ReturnType<typeof createEvents>['events']

/** Reports each new status by webhook and by websocket. */
export function createEvents(
  parameters: { ledger: Ledger; clock: MockClock; random: Random; keys: Keys } & EventsOptions,
) {
  const { ledger, clock, random, keys, webhookRetry, websocketPingMs } = parameters
  const webhooks = createWebhooks({ clock, retry: webhookRetry })
  const stream = createStream({ clock, random, isKnownKey: keys.has, pingIntervalMs: websocketPingMs })
  ledger.savepoints.keep(webhooks.registered)
  const stop = ledger.onMove((record) => {
    webhooks.publish(record)
    stream.publish(record)
  })
  ledger.onDrop(({ id }) => {
    webhooks.forget(id)
    stream.forget(id)
  })
  return {
    events: {
      /**
       * Sets the webhook of a key. @throws {@link MockOptionError} on a bad URL or header, or if the key already has a
       * webhook.
       */
      registerWebhook: webhooks.register,
      /** Removes a key's webhook and drops its pending deliveries. Returns false if the key had none. */
      unregisterWebhook: webhooks.unregister,
      webhooks: webhooks.list,
      /** The last 1000 deliveries by webhook, the oldest first. */
      deliveries: webhooks.deliveries,
      /** The number of open websockets. */
      connections: stream.connections,
      /** Breaks every websocket without a close frame. */
      dropConnections: stream.drop,
      /** Closes every websocket as a restarting server does. Rejects new ones for some milliseconds (default 0). */
      restartStream: stream.restart,
    },
    /** Serves the websocket upgrades of an HTTP server. */
    attach: (server: Server): void => stream.attach(server),
    /** Drops pending deliveries, and closes connections with the error's name. */
    cut(reason: Error): void {
      webhooks.drop()
      stream.cut(reason)
    },
    /** Drops deliveries and connections. */
    async close(): Promise<void> {
      stop()
      stream.close()
      await webhooks.close()
    },
  }
}
