import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WebhookHandler } from './createWebhookHandler.js'

/** A handler for `http.createServer` and for Express. */
export type NodeWebhookHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Adapts a webhook handler to `node:http` and Express.
 *
 * The handler needs the raw body. Mount it before every body parser, or after one that keeps the bytes or the text
 * (`express.raw`, `express.text`). After a JSON parser, the handler answers 500 with the reason.
 *
 * @param handler - {@link WebhookHandler}
 * @returns {@link NodeWebhookHandler}. It resolves when the answer is written, and never rejects.
 *
 * @example
 * import { createWebhookHandler, toNodeHandler } from 'fillproof/webhooks'
 *
 * const handler = createWebhookHandler({ apiKey: 'the key of the webhook', onEvent: () => {} })
 * const listener = toNodeHandler(handler)
 *
 * listener.length
 * // 2
 */
export function toNodeHandler(handler: WebhookHandler): NodeWebhookHandler {
  return async (incoming, outgoing) => {
    const { status, headers, body } = await respond(handler, incoming)
    if (outgoing.headersSent || outgoing.destroyed) return
    // The rest of a rejected body is still coming in, so close the connection after the answer.
    if (!incoming.complete) headers.connection = 'close'
    outgoing.writeHead(status, headers)
    outgoing.end(body)
  }
}

type Answer = { status: number; headers: Record<string, string>; body: string }

async function respond(handler: WebhookHandler, incoming: IncomingMessage): Promise<Answer> {
  const body = bodyOf(incoming)
  if (body === undefined) {
    return refuse(
      'The body was parsed before it could be verified: mount the webhook before the body parser.',
    )
  }
  try {
    const response = await handler(toRequest(incoming, body))
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  } catch {
    return refuse('The delivery could not be processed.')
  }
}

function refuse(message: string): Answer {
  return { status: 500, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) }
}

type Body = ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer>

/** Returns the raw body that a parser kept, or the stream. Returns undefined if the stream was already read. */
function bodyOf(incoming: IncomingMessage & { body?: unknown }): Body | undefined {
  const { body } = incoming
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return incoming.readableDidRead || incoming.readableEnded ? undefined : streamOf(incoming)
}

/**
 * Returns the body as a stream. The stream fails if the sender disconnects. Canceling the stream keeps the connection open, so
 * that the answer can still be sent.
 */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let ended = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const finish = (end: () => void) => () => {
        if (!ended) end()
        ended = true
      }
      incoming.on('data', (chunk: Uint8Array) => {
        if (ended) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on(
        'end',
        finish(() => controller.close()),
      )
      const fail = finish(() => controller.error(new Error('The request was broken off.')))
      incoming.on('error', fail)
      incoming.on('close', fail)
      if (incoming.destroyed) fail()
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      ended = true
      incoming.pause()
    },
  })
}

function toRequest(incoming: IncomingMessage, body: Body): Request {
  const method = incoming.method ?? 'GET'
  const path = incoming.url?.startsWith('/') ? incoming.url : '/'
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const bare = method === 'GET' || method === 'HEAD'
  return new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(bare ? {} : { body, duplex: 'half' }),
  } as RequestInit)
}
