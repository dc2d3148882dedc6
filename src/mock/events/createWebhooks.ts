import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { signWebhook } from '../../webhooks/signWebhook.js'
import type { Clock } from '../clock.js'
import { MockOptionError } from '../errors.js'
import type { RequestRecord } from '../ledger.js'
import { statusUpdated, toStatusEvent } from './toStatusEvent.js'

export type Webhook = {
  apiKey: string
  /** HTTPS, or HTTP on this machine. */
  url: string
  /** Sent with every delivery beside the signature's. */
  headers?: Readonly<Record<string, string>>
}

export type WebhookRetryOptions = {
  /** How often a delivery is tried again; 10 by default. */
  limit?: number
  /** The first wait in milliseconds, doubled each time; 1000 by default, 0 for none. */
  delayMs?: number
  /** How long a receiver may take for its answer, in milliseconds; 10000 by default. */
  timeoutMs?: number
}

/** A status on its way to a receiver. */
export type WebhookDelivery = {
  apiKey: string
  requestId: Hex
  status: string
  /** `dropped`: its webhook was removed, or the mock closed, before it arrived. */
  state: 'pending' | 'delivered' | 'givenUp' | 'dropped'
  attempts: {
    /** Unix milliseconds. */
    at: number
    /** The receiver's answer; absent where there was none. */
    httpStatus?: number
  }[]
}

/** Older deliveries are forgotten. */
const longestLog = 1000

/**
 * Posts each status of a request to the webhook of the key that quoted it.
 *
 * - Rule: one webhook per key. What is not answered with 2xx in time is tried again, with waits that double. The next
 *   status of a request waits until the one before it arrived or was given up; other requests do not wait.
 */
export function createWebhooks({
  clock,
  retry: { limit, delayMs, timeoutMs },
}: {
  clock: Clock
  retry: Required<WebhookRetryOptions>
}) {
  const webhooks = new Map<string, Webhook>()
  const queues = new Map<Hex, Promise<void>>()
  const log: WebhookDelivery[] = []
  const closed = new AbortController()

  async function deliver(delivery: WebhookDelivery, body: string): Promise<void> {
    for (let tries = 0; tries <= limit; tries++) {
      const wait = tries === 0 ? 0 : delayMs * 2 ** (tries - 1)
      if (tries > 0) await sleep(wait, undefined, { signal: closed.signal })
      const webhook = webhooks.get(delivery.apiKey)
      if (!webhook) {
        delivery.state = 'dropped'
        return
      }
      if (await attempt(webhook, delivery, body)) {
        delivery.state = 'delivered'
        return
      }
    }
    delivery.state = 'givenUp'
  }

  /** Whether it arrived. */
  async function attempt(
    { url, headers, apiKey }: Webhook,
    delivery: WebhookDelivery,
    body: string,
  ): Promise<boolean> {
    closed.signal.throwIfAborted()
    const outcome: WebhookDelivery['attempts'][number] = { at: clock.now() }
    delivery.attempts.push(outcome)
    const signed = await signWebhook({ body, apiKey, nowMs: outcome.at })
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: toHeaders(headers, {
          'Content-Type': 'application/json',
          'X-Signature-Timestamp': signed.headers['x-signature-timestamp'],
          'X-Signature-SHA256': signed.headers['x-signature-sha256'],
        }),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
      })
      outcome.httpStatus = response.status
      await response.body?.cancel()
      return response.ok
    } catch {
      closed.signal.throwIfAborted()
      return false
    }
  }

  function enqueue(record: RequestRecord, apiKey: string): void {
    const { id: requestId, status } = record
    const body = JSON.stringify({
      event: statusUpdated,
      timestamp: clock.now(),
      data: toStatusEvent(record),
    })
    const delivery: WebhookDelivery = { apiKey, requestId, status, state: 'pending', attempts: [] }
    log.push(delivery)
    if (log.length > longestLog) log.shift()
    const queue: Promise<void> = (queues.get(requestId) ?? Promise.resolve())
      .then(() => deliver(delivery, body))
      .catch(() => {
        delivery.state = 'dropped'
      })
      .finally(() => {
        if (queues.get(requestId) === queue) queues.delete(requestId)
      })
    queues.set(requestId, queue)
  }

  return {
    /** Sets a key's webhook in place of the one it had. @throws {@link MockOptionError} */
    register(webhook: Webhook): void {
      requireWebhook(webhook)
      const { apiKey, url, headers } = webhook
      webhooks.set(apiKey, { apiKey, url, ...(headers && { headers: { ...headers } }) })
    },
    /** Whether the key had a webhook. What has not arrived is dropped. */
    unregister: (apiKey: string): boolean => webhooks.delete(apiKey),
    list: (): Webhook[] => [...webhooks.values()],
    /** The last 1000 deliveries, the oldest first. */
    deliveries: (): WebhookDelivery[] => structuredClone(log),
    publish(record: RequestRecord): void {
      const { apiKey } = record
      if (apiKey !== undefined && webhooks.has(apiKey)) enqueue(record, apiKey)
    },
    /** Drops what has not arrived. */
    async close(): Promise<void> {
      closed.abort()
      await Promise.all(queues.values())
    },
  }
}

/** Those of `own` in place of others of the same name, in any case of it. */
function toHeaders(others: Readonly<Record<string, string>> = {}, own: Record<string, string>): Headers {
  const headers = new Headers(others)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

function requireWebhook({ apiKey, url, headers = {} }: Webhook): void {
  const refuse = (option: string, value: unknown, requirement: string) =>
    new MockOptionError({ option: `webhook.${option}`, value, requirement })
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw refuse('apiKey', apiKey, 'the key whose requests are told')
  }
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  const isLocal = parsed?.protocol === 'http:' && loopback.includes(parsed.hostname)
  if (!parsed || (parsed.protocol !== 'https:' && !isLocal) || parsed.username || parsed.password) {
    throw refuse('url', 'another', 'an HTTPS URL without credentials, or HTTP on this machine')
  }
  try {
    new Headers(headers)
  } catch {
    throw refuse('headers', 'others', 'names and values of HTTP headers')
  }
}
