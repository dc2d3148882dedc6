import { readOptions } from './readOptions.js'

/**
 * The result of a claim. `claimed`: the caller processes the delivery. `busy`: another caller is processing it. `done`:
 * it was processed.
 */
export type WebhookClaim = 'claimed' | 'busy' | 'done'

/**
 * Remembers which deliveries were processed, for one process or for several.
 *
 * Of all calls of `claim` with one id, exactly one may return `claimed`, until `release` frees the id. In Redis use `SET key busy
 * NX`, in SQL `INSERT ... ON CONFLICT DO NOTHING`. If the process that claimed an id dies, the claim must expire by itself.
 */
export type WebhookStore = {
  claim(id: string): WebhookClaim | Promise<WebhookClaim>
  /** Marks the delivery as processed. */
  complete(id: string): void | Promise<void>
  /** Frees the delivery, so that it can be claimed again. */
  release(id: string): void | Promise<void>
}

export type CreateMemoryWebhookStoreParameters = {
  /** The most deliveries to remember. The oldest is forgotten first. Defaults to 10000. */
  maxEntries?: number
  /** How long to remember a delivery. Defaults to a day, which is longer than the service retries. */
  ttlMs?: number
  /** Unix milliseconds. Defaults to the clock. */
  now?: () => number
}

/**
 * Creates a store in this process's memory, of bounded size.
 *
 * - Warning: if several processes serve one URL, each has its own store, and each may process the same delivery once. Give them a
 *   {@link WebhookStore} in a shared database.
 *
 * @throws {@link WebhookOptionError} if a limit is not above 0.
 *
 * @example
 * import { createMemoryWebhookStore } from 'fillproof/webhooks'
 *
 * const store = createMemoryWebhookStore({ maxEntries: 1000 })
 * const first = await store.claim('an id')
 * const meanwhile = await store.claim('an id')
 * await store.complete('an id')
 * const later = await store.claim('an id')
 *
 * [first, meanwhile, later].map(String)
 * // ['claimed', 'busy', 'done']
 */
export function createMemoryWebhookStore(parameters: CreateMemoryWebhookStoreParameters = {}): WebhookStore {
  const { maxEntries = 10_000, ttlMs = 86_400_000, now = Date.now } = readOptions(parameters)
  const busy = new Set<string>()
  // The deliveries in the order of completion, which is the order of expiry.
  const done = new Map<string, number>()

  return {
    claim(id) {
      if (busy.has(id)) return 'busy'
      const completedMs = done.get(id)
      if (completedMs !== undefined && now() - completedMs < ttlMs) return 'done'
      busy.add(id)
      return 'claimed'
    },
    complete(id) {
      busy.delete(id)
      done.delete(id)
      done.set(id, now())
      for (const [oldest, completedMs] of done) {
        if (done.size <= maxEntries && now() - completedMs < ttlMs) break
        done.delete(oldest)
      }
    },
    release(id) {
      busy.delete(id)
    },
  }
}
