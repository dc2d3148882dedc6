import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { statusEventName } from '../../service/resources/status.js'
import { signWebhook } from '../../webhooks/signWebhook.js'
import type { MockClock } from '../clock.js'
import { MockOptionError } from '../errors.js'
import type { LedgerRequest } from '../ledger.js'
import { toStatusEvent } from './toStatusEvent.js'

export type WebhookRetryOptions = {
  /** The most retries of a delivery. Defaults to 10. */
  limit?: number
  /** The first wait in milliseconds, doubled after each retry. Defaults to 1000; 0 does not wait. */
  delayMs?: number
  /** How long the endpoint may take to answer, in milliseconds. Defaults to 10000. */
  timeoutMs?: number
}

/** A status on its way to the endpoint of a webhook. */
type WebhookDelivery = {
  apiKey: string
  requestId: Hex
  status: string
  /** `dropped`: the webhook was removed, or the mock closed, before the status arrived. */
  state: 'pending' | 'delivered' | 'givenUp' | 'dropped'
  attempts: {
    /** Unix milliseconds. */
    at: number
    /** The endpoint's answer, if there was one. */
    httpStatus?: number
  }[]
}

type Deliverer = {
  clock: MockClock
  retry: Required<WebhookRetryOptions>
  webhooks: ReadonlyMap<string, Webhook>
  signal: AbortSignal
}

/** The most deliveries in the log. Older deliveries are dropped. */
const maxLogged = 1000

/**
 * Posts each status of a request to the webhook of the API key that requested the quote.
 *
 * Each key has one webhook. If no 2xx answer arrives in time, the delivery is retried, and the waits double. The next
 * status of a request waits until the previous status is delivered or given up. Other requests do not wait.
 */
export function createWebhooks({ clock, retry }: Pick<Deliverer, 'clock' | 'retry'>) {
  const webhooks = new Map<string, Webhook>()
  const queues = new Map<Hex, Promise<void>>()
  let log: WebhookDelivery[] = []
  let ended = new AbortController()
  const createDeliverer = (): Deliverer => ({ clock, retry, webhooks, signal: ended.signal })
  let deliverer = createDeliverer()

  return {
    registered: webhooks,
    /** Sets a key's webhook. @throws {@link MockOptionError} on an invalid webhook, or if the key already has one. */
    register(webhook: Webhook): void {
      requireWebhook(webhook)
      const { apiKey, url, headers } = webhook
      if ((webhooks.get(apiKey)?.url ?? url) !== url) {
        const requirement = 'the URL that this key has registered, until you unregister it'
        throw new MockOptionError({ option: 'webhook.url', value: 'another', requirement })
      }
      webhooks.set(apiKey, { apiKey, url, ...(headers && { headers: { ...headers } }) })
    },
    /** Removes a key's webhook and drops its pending deliveries. Returns false if the key had none. */
    unregister: (apiKey: string): boolean => webhooks.delete(apiKey),
    list: (): Webhook[] => [...webhooks.values()],
    /** The last 1000 deliveries, the oldest first. */
    deliveries: (): WebhookDelivery[] => structuredClone(log),
    publish(record: LedgerRequest): void {
      const { apiKey, id: requestId, status } = record
      if (apiKey === undefined || !webhooks.has(apiKey)) return
      const event = { event: statusEventName, timestamp: clock.now(), data: toStatusEvent(record) }
      const body = JSON.stringify(event)
      const delivery: WebhookDelivery = { apiKey, requestId, status, state: 'pending', attempts: [] }
      const current = deliverer
      log.push(delivery)
      if (log.length > maxLogged) log.shift()
      const queue: Promise<void> = (queues.get(requestId) ?? Promise.resolve())
        .then(() => deliver(current, delivery, body))
        .catch(() => {
          delivery.state = 'dropped'
        })
        .finally(() => {
          if (queues.get(requestId) === queue) queues.delete(requestId)
        })
      queues.set(requestId, queue)
    },
    /** Removes a request's deliveries from the log. Pending deliveries are still sent. */
    forget(id: Hex): void {
      log = log.filter(({ requestId }) => requestId !== id)
    },
    /** Drops pending deliveries. */
    drop(): void {
      ended.abort()
      ended = new AbortController()
      deliverer = createDeliverer()
    },
    async close(): Promise<void> {
      ended.abort()
      await Promise.all(queues.values())
    },
  }
}

async function deliver(deliverer: Deliverer, delivery: WebhookDelivery, body: string): Promise<void> {
  const { limit, delayMs } = deliverer.retry
  for (let tries = 0; tries <= limit; tries++) {
    if (tries > 0)
      await sleep(delayMs * 2 ** (tries - 1), undefined, { signal: deliverer.signal, ref: false })
    const webhook = deliverer.webhooks.get(delivery.apiKey)
    if (!webhook) {
      delivery.state = 'dropped'
      return
    }
    if (await attempt(deliverer, webhook, delivery, body)) {
      delivery.state = 'delivered'
      return
    }
  }
  delivery.state = 'givenUp'
}

/** Sends a delivery once. Returns whether the endpoint accepted it. */
async function attempt(
  { clock, retry, signal }: Deliverer,
  { url, headers: ownHeaders, apiKey }: Webhook,
  delivery: WebhookDelivery,
  body: string,
): Promise<boolean> {
  signal.throwIfAborted()
  const outcome: WebhookDelivery['attempts'][number] = { at: clock.now() }
  delivery.attempts.push(outcome)
  const signed = await signWebhook({ body, apiKey, nowMs: outcome.at })
  const headers = new Headers(ownHeaders)
  for (const [name, value] of Object.entries(signed.headers)) headers.set(name, value)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(retry.timeoutMs)]),
    })
    outcome.httpStatus = response.status
    await response.body?.cancel()
    return response.ok
  } catch {
    signal.throwIfAborted()
    return false
  }
}

type Webhook = {
  apiKey: string
  /** HTTPS, or HTTP on this machine. */
  url: string
  /** Headers of every delivery. They can't replace the headers of the signature. */
  headers?: Readonly<Record<string, string>>
}

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** Checks a webhook. @throws {@link MockOptionError} that omits the URL and the headers, which may contain secrets. */
function requireWebhook({ apiKey, url, headers = {} }: Webhook): void {
  const reject = (option: string, value: unknown, requirement: string) =>
    new MockOptionError({ option: `webhook.${option}`, value, requirement })
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw reject('apiKey', apiKey, 'the key whose requests are reported')
  }
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  const isLocal = parsed?.protocol === 'http:' && loopback.includes(parsed.hostname)
  if (!parsed || (parsed.protocol !== 'https:' && !isLocal) || parsed.username || parsed.password) {
    throw reject('url', 'another', 'an HTTPS URL without credentials, or HTTP on this machine')
  }
  try {
    new Headers(headers)
  } catch {
    throw reject('headers', 'others', 'names and values of HTTP headers')
  }
}
