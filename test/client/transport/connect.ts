import { z } from 'zod'
import type { RequestOptions, ServiceRequest } from '../../../src/client/connection.js'
import { type ConnectionOptions, createConnection } from '../../../src/client/createConnection.js'

/** The least that a call needs, over a connection that retries at once. */
export function connect(baseUrl: string, options: ConnectionOptions = {}) {
  const connection = createConnection({ profile: 'mock', baseUrl, retry: { delayMs: 1 }, ...options })
  return {
    connection,
    get: (options?: RequestOptions) => send({}, options),
    post: (options?: RequestOptions) => send({ method: 'POST', body: { a: 1 } }, options),
    send,
  }

  function send(request: Partial<ServiceRequest<z.ZodType>>, options?: RequestOptions) {
    return connection.request({ method: 'GET', path: '/thing', response: z.unknown(), ...request }, options)
  }
}
