import { bytesToHex } from 'viem'
import { createMemoryWebhookStore, type WebhookStore } from './createMemoryWebhookStore.js'
import { WebhookOptionError, WebhookPayloadError, WebhookVerificationError } from './errors.js'
import { isStatusEvent, type UnknownWebhookEvent, type WebhookEvent } from './event.js'
import { readKeys, type WebhookKeys } from './hmac.js'
import { readOptions } from './readOptions.js'
import { requireTolerance, verifyDelivery } from './verifyWebhook.js'

/** More information on a delivery, in addition to its event. */
export type WebhookDelivery = {
  /** The name of the key that made the signature. Undefined with a single `apiKey`. */
  key: string | undefined
}

export type CreateWebhookHandlerParameters = WebhookKeys & {
  /** Processes one change of status. If this function throws, the service delivers the event again. */
  onEvent: (event: WebhookEvent, delivery: WebhookDelivery) => unknown
  /**
   * Processes an event of an unknown type. If this function throws, the service delivers the event again. By default, such events
   * are only acknowledged.
   */
  onUnknownEvent?: ((event: UnknownWebhookEvent, delivery: WebhookDelivery) => unknown) | undefined
  /** Reports errors that the response omits: why a delivery was rejected, and what `onEvent` or the store threw. */
  onError?: ((error: unknown) => void) | undefined
  /** Remembers the processed deliveries. Defaults to this process's memory. */
  store?: WebhookStore | undefined
  /** The tolerance of {@link verifyWebhook}. Defaults to 5 minutes. */
  toleranceMs?: number | undefined
  /** The largest accepted body. Defaults to 1 MiB. */
  maxBodyBytes?: number | undefined
  /** Unix milliseconds. Defaults to the clock. */
  now?: (() => number) | undefined
}

/**
 * A handler for servers with the fetch API: Deno, Bun, Cloudflare Workers, Next.js, Hono. For Node see `toNodeHandler`.
 */
export type WebhookHandler = (request: Request) => Promise<Response>

/**
 * Creates the handler for the URL to which the service posts its webhooks.
 *
 * | Answer | When |
 * |---|---|
 * | 200 | processed now or earlier, or of an unknown type that nothing processes |
 * | 400 | the body broke off, or it is authentic but does not match the interface |
 * | 401 | not authentic, or too old |
 * | 405, 413 | not a POST, too large |
 * | 409 | the same delivery is being processed |
 * | 500 | `onEvent`, `onUnknownEvent` or the store threw, or something read the body before the handler |
 *
 * - The service delivers again if the answer is not 2xx. Deliveries have no id. Two deliveries are the same if they have the same
 *   event, requestId, status and updatedAt (the timestamp, if there is no updatedAt). Two deliveries of an unknown type are the
 *   same if their bodies are.
 * - A delivery is claimed before `onEvent` runs, and released if `onEvent` throws. Meanwhile duplicates get 409. So the service
 *   sends them again, and no delivery is lost if `onEvent` fails.
 * - Warning: deliveries may arrive in any order, so compare `data.updatedAt`. If the store fails after `onEvent` ended, the event
 *   comes again, and `onEvent` must tolerate that.
 *
 * @throws {@link WebhookOptionError} on an invalid parameter.
 *
 * @example
 * import { createWebhookHandler, signWebhook } from 'fillproof/webhooks'
 *
 * const seen = []
 * const handler = createWebhookHandler({
 *   apiKey: 'the key of the webhook',
 *   onEvent: ({ data }) => seen.push(data.status),
 * })
 *
 * const requestId = '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a'
 * const { body, headers } = await signWebhook({
 *   apiKey: 'the key of the webhook',
 *   body: { event: 'request.status.updated', timestamp: Date.now(), data: { status: 'pending', requestId } },
 * })
 * const deliver = () => handler(new Request('https://example.org/webhook', { method: 'POST', headers, body }))
 *
 * [(await deliver()).status, (await deliver()).status, ...seen]
 * // [200, 200, 'pending']
 */
export function createWebhookHandler(parameters: CreateWebhookHandlerParameters): WebhookHandler {
  readOptions(parameters, 'onEvent')
  const { apiKey, apiKeys, onEvent, onUnknownEvent, onError, now } = parameters
  const { toleranceMs = 300_000, maxBodyBytes = 1_048_576 } = parameters
  const { store = createMemoryWebhookStore() } = parameters
  readOptions(store, 'claim', 'complete', 'release')
  const keys = { apiKey, apiKeys } as WebhookKeys
  readKeys(keys)
  requireTolerance(toleranceMs)

  /** Reports an error. A listener that throws must not change the answer to the service. */
  function report(error: unknown): void {
    try {
      onError?.(error)
    } catch {}
  }

  const settings: Settings = { keys, onEvent, onUnknownEvent, report, store, toleranceMs, maxBodyBytes, now }
  return async (request) => {
    try {
      return await receive(request, settings)
    } catch (error) {
      report(error)
      if (error instanceof WebhookVerificationError)
        return answer(401, 'The signature could not be verified.')
      if (error instanceof WebhookPayloadError)
        return answer(400, 'The body is not a webhook of this service.')
      return answer(500, 'The delivery could not be processed.')
    }
  }
}

type Settings = Pick<CreateWebhookHandlerParameters, 'onEvent' | 'onUnknownEvent' | 'now'> & {
  keys: WebhookKeys
  report: (error: unknown) => void
  store: WebhookStore
  toleranceMs: number
  maxBodyBytes: number
}

async function receive(request: Request, settings: Settings): Promise<Response> {
  const { keys, onEvent, onUnknownEvent, report, toleranceMs, maxBodyBytes, now } = settings
  if (request.method !== 'POST') return answer(405, 'Send a POST request.', { allow: 'POST' })
  if (request.bodyUsed) {
    throw new WebhookOptionError({ option: 'request', requirement: 'one whose body was not read yet' })
  }
  const body = await readBody(request, maxBodyBytes).catch((error: unknown) => {
    report(error)
    return null
  })
  if (body === null) return answer(400, 'The body broke off.')
  if (!body) return answer(413, 'The body is too large.')
  const { event, key } = await verifyDelivery({
    body,
    timestamp: request.headers.get('x-signature-timestamp'),
    signature: request.headers.get('x-signature-sha256'),
    toleranceMs,
    nowMs: now?.(),
    ...keys,
  })
  if (isStatusEvent(event)) return processOnce(deliveryId(event), () => onEvent(event, { key }), settings)
  if (!onUnknownEvent) return answer(200)
  const hash = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)))
  return processOnce(hash, () => onUnknownEvent(event, { key }), settings)
}

async function processOnce(id: string, run: () => unknown, settings: Settings): Promise<Response> {
  const { store } = settings
  const claim = await store.claim(id)
  if (claim === 'done') return answer(200)
  if (claim === 'busy') return answer(409, 'This delivery is being processed.')
  if (claim !== 'claimed') {
    throw new WebhookOptionError({
      option: 'store.claim',
      requirement: 'a function that answers claimed, busy or done',
    })
  }
  try {
    await run()
  } catch (error) {
    await release(id, settings)
    throw error
  }
  await store.complete(id)
  return answer(200)
}

/** Releases a claim. An error of the store is only reported, so that the error of `onEvent` is thrown. */
async function release(id: string, { store, report }: Settings): Promise<void> {
  try {
    await store.release(id)
  } catch (error) {
    report(error)
  }
}

function deliveryId({ event, timestamp, data }: WebhookEvent): string {
  return [event, data.requestId.toLowerCase(), data.status, data.updatedAt ?? timestamp].join(':')
}

function answer(status: number, message?: string, headers: Record<string, string> = {}): Response {
  return Response.json(message === undefined ? {} : { message }, { status, headers })
}

/** Reads a request's whole body. Returns undefined if it has more than `limit` bytes, without reading the rest. */
async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length')) > limit) return undefined
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return join(chunks, size)
    size += value.length
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
