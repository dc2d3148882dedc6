import { requireInteger, requireKnown } from '../requireOption.js'
import type { WebhookRetryOptions } from './createWebhooks.js'

export type EventsOptions = { webhookRetry: Required<WebhookRetryOptions>; websocketPingMs: number }

const defaultRetry: Required<WebhookRetryOptions> = { limit: 10, delayMs: 1000, timeoutMs: 10_000 }
const hourMs = 60 * 60 * 1000

/** Applies the defaults. @throws {@link MockOptionError} */
export function readEventsOptions({
  webhookRetry = {},
  websocketPingMs = 30_000,
}: {
  webhookRetry?: WebhookRetryOptions
  websocketPingMs?: number
}): EventsOptions {
  requireKnown('webhookRetry.', webhookRetry, ['limit', 'delayMs', 'timeoutMs'])
  const retry = { ...defaultRetry, ...webhookRetry }
  requireInteger('webhookRetry.limit', retry.limit, 0, 10)
  // Ten doublings of an hour still fit a timer.
  requireInteger('webhookRetry.delayMs', retry.delayMs, 0, hourMs)
  requireInteger('webhookRetry.timeoutMs', retry.timeoutMs, 1, hourMs)
  requireInteger('websocketPingMs', websocketPingMs, 1, hourMs)
  return { webhookRetry: retry, websocketPingMs }
}
