import { type Hex, keccak256, stringToHex } from 'viem'
import { signWebhook } from '../../webhooks/signWebhook.js'
import type { Delivery, Finding, Outbox } from '../types.js'
import type { Sink } from './sink.js'

export type CreateWebhookSinkParameters = {
  url: string
  /** Signs each delivery. */
  key?: string | undefined
  store: Pick<Outbox, 'markDelivered' | 'markFailed'>
  fetch?: typeof globalThis.fetch
  now?: () => number
  signal: AbortSignal
  timeoutMs?: number
  /** The wait after the first failure, doubled after each further failure. */
  delayMs?: number
  onFailure(parameters: { id: Hex; attempts: number; reason: string }): void
}

const longestDelayMs = 300_000
const mostAtOnce = 10

/**
 * Creates a sink that posts each finding to a URL, ten at a time.
 *
 * - `Idempotency-Key` is the finding's id. A finding is marked once the answer is 2xx, so it may arrive twice. Redirects are not
 *   followed.
 * - With a key, the delivery is signed like the service's own webhooks, see {@link signWebhook}.
 */
export function createWebhookSink(parameters: CreateWebhookSinkParameters): Sink {
  const { url, key, store, fetch = globalThis.fetch, now = Date.now, onFailure } = parameters
  const { timeoutMs = 10_000, delayMs = 1_000 } = parameters
  // The URL may hold a secret, which does not belong in a database.
  const name = `webhook:${keccak256(stringToHex(url))}`

  async function post(finding: Finding): Promise<string | null> {
    const nowMs = now()
    const body = JSON.stringify({ event: 'watch.contradiction', timestamp: nowMs, data: finding })
    const signed = key === undefined ? undefined : await signWebhook({ body, apiKey: key, nowMs })
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': finding.withdrawn ? `${finding.id}-withdrawn` : finding.id,
          ...signed?.headers,
        },
        body,
        signal: AbortSignal.any([parameters.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return response.ok ? null : `it answered ${response.status}`
    } catch (error) {
      parameters.signal.throwIfAborted()
      return (error as Error).name === 'TimeoutError'
        ? `it did not answer in ${timeoutMs / 1000} s`
        : 'it could not be reached'
    }
  }

  async function deliverOne({ finding, attempts }: Delivery): Promise<boolean> {
    const reason = await post(finding)
    if (reason === null) {
      await store.markDelivered({ sink: name, ids: [finding.id] })
      return true
    }
    const wait = Math.min(delayMs * 2 ** attempts, longestDelayMs)
    await store.markFailed({ sink: name, id: finding.id, dueAtMs: now() + wait })
    onFailure({ id: finding.id, attempts: attempts + 1, reason })
    return false
  }

  return {
    name,
    async deliver(deliveries) {
      const waiting = deliveries.values()
      let delivered = 0
      const results = await Promise.allSettled(
        Array.from({ length: mostAtOnce }, async () => {
          for (const delivery of waiting) if (await deliverOne(delivery)) delivered += 1
        }),
      )
      for (const result of results) if (result.status === 'rejected') throw result.reason
      return delivered
    },
  }
}
