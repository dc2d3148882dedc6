import type * as z from 'zod'
import { hideKey } from '../base/cleanText.js'
import { hideUrl } from '../base/hideUrl.js'
import { parseJson } from '../base/parseJson.js'
import { writeBigint } from '../base/writeBigint.js'
import { findRateLimit } from '../service/profile/rateLimits.js'
import type { Connection, RequestOptions, ServiceRequest } from './connection.js'
import { InvalidResponseError } from './errors.js'
import { buildUrl, findBase, nameOperation } from './transport/buildUrl.js'
import { explainRetirement } from './transport/explainRetirement.js'
import type { ConnectionOptions } from './transport/options.js'
import {
  checkSecret,
  checkSignal,
  checkTimeout,
  readConnectionOptions,
} from './transport/readConnectionOptions.js'
import { createRetirementReporter } from './transport/reportRetirement.js'
import { resolveProfile } from './transport/resolveProfile.js'
import { type SendRequestParameters, sendRequest } from './transport/sendRequest.js'
import { takeTurn } from './transport/takeTurn.js'
import { readResponse } from './validate.js'

export type { RateLimits } from '../service/profile/rateLimits.js'
export type { ConnectionOptions, RetryOptions } from './transport/options.js'
export type { RetirementNotice } from './transport/reportRetirement.js'

/**
 * Creates the connection that every operation uses to reach the service.
 *
 * - Sends the API key or the access token only to the service, as `x-api-key` or `Authorization`. Redirects are not followed.
 * - Retries a request that changes something only if the service refused it with 429.
 * - Units: times in milliseconds; `timeoutMs` covers one attempt, including reading its answer.
 * - Trust: only the shape of the fields that the client reads is checked. The answer may still be wrong.
 *
 * @param options - {@link ConnectionOptions}
 * @returns The {@link Connection}; nothing is sent before its first request.
 * @throws {@link ClientOptionError} if an option makes no sense.
 */
export function createConnection(options: ConnectionOptions = {}): Connection {
  const profile = resolveProfile(options)
  const { timeoutMs, retry, rateLimit } = readConnectionOptions(options, profile)
  const { apiKey, accessToken } = options
  // Read at each use, so that a later replacement of the global fetch takes effect.
  const fetch = options.fetch ?? ((...parameters) => globalThis.fetch(...parameters))

  async function waitForTurn(path: string, signal: AbortSignal): Promise<void> {
    if (!rateLimit) return
    const limit = findRateLimit(profile, path)
    const who = apiKey ?? (typeof accessToken === 'string' ? accessToken : '')
    const name = [limit, new URL(profile.baseUrl).href.replace(/\/+$/, ''), who]
    await takeTurn({ name: name.join(' '), most: rateLimit[limit], signal })
  }

  const reportRetirement = createRetirementReporter(options.onRetirement)

  return {
    profile,
    websocketUrl() {
      if (profile.wsUrl === undefined) return undefined
      const url = new URL(profile.wsUrl)
      if (apiKey !== undefined) url.searchParams.set('apiKey', apiKey)
      return url.href
    },
    async request<schema extends z.ZodType>(
      request: ServiceRequest<schema>,
      options: RequestOptions = {},
    ): Promise<z.output<schema>> {
      const {
        method,
        path,
        target = 'service',
        body,
        known = { path },
        repeatable = method === 'GET',
      } = request
      const operation = nameOperation(request)
      if (options.timeoutMs !== undefined) checkTimeout(options.timeoutMs)
      if (options.signal !== undefined) checkSignal(options.signal)
      const isForService = target === 'service'
      let token: string | undefined
      const text = await sendRequest({
        operation,
        url: buildUrl(profile, request),
        init: writeInit(method, body, isForService ? apiKey : undefined),
        authorize: async () => {
          if (isForService) token = await readToken(accessToken)
          return { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        },
        fetch,
        isRepeatable: repeatable,
        failure: known.failure,
        retry,
        timeoutMs: options.timeoutMs ?? timeoutMs,
        signal: options.signal,
        takeTurn: isForService ? (signal) => waitForTurn(path, signal) : undefined,
        onHeaders: (headers) => {
          if (isForService) reportRetirement(nameOperation({ method, path: known.path }), headers)
        },
        hideSecrets: (said) => hideUrl(hideKey(hideKey(said, apiKey), token), findBase(profile, request)),
      }).catch((error: unknown) => {
        throw explainRetirement(error, known)
      })
      return readResponse(request.response, parseAnswer(text, request.response, operation), operation)
    },
  }
}

function writeInit(
  method: 'GET' | 'POST',
  body: unknown,
  apiKey: string | undefined,
): SendRequestParameters['init'] {
  const headers = { accept: 'application/json', ...(apiKey !== undefined && { 'x-api-key': apiKey }) }
  if (body === undefined) return { method, headers }
  const typed = { ...headers, 'content-type': 'application/json' }
  return { method, headers: typed, body: JSON.stringify(body, writeBigint) }
}

/**
 * Returns the token, or calls the function that provides it. Wraps an error of the function: otherwise a `ServiceError`
 * about another request would look like an error of this request.
 */
async function readToken(accessToken: ConnectionOptions['accessToken']): Promise<string | undefined> {
  if (typeof accessToken !== 'function') return accessToken
  const token = await Promise.resolve()
    .then(accessToken)
    .catch((cause: unknown) => {
      throw new Error('accessToken failed', { cause })
    })
  checkSecret('accessToken', token)
  return token
}

function parseAnswer(text: string, schema: z.ZodType, operation: string): unknown {
  if (text.trim() === '') {
    if (schema.safeParse(undefined).success) return undefined
    throw new InvalidResponseError({ operation, path: '', value: text, requirement: 'must not be empty' })
  }
  const answer = parseJson(text)
  if (answer !== undefined) return answer
  throw new InvalidResponseError({ operation, path: '', value: text, requirement: 'must be JSON' })
}
