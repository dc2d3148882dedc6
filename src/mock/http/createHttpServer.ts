import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import type { MockControl } from '../control.js'
import { isPublic } from '../forms.js'
import { answerBrokenUrl, answerErrors, sendError } from './answerErrors.js'
import { answerRetirements } from './answerRetirements.js'
import { registerAppFees } from './appFees.js'
import { limitConnections, rejectAmbiguousJson, rejectDeepBodies } from './bounds.js'
import { registerChains } from './chains.js'
import { registerConfig } from './config.js'
import { isForControl } from './control/controlPath.js'
import { registerControl } from './control/registerControl.js'
import { registerCurrencies } from './currencies.js'
import { registerDepositAddresses } from './depositAddresses.js'
import { registerExecution } from './execution.js'
import { registerIndexing } from './indexing.js'
import { limitRates, rejectRate } from './limitRates.js'
import { registerDocument } from './openApi.js'
import { registerPermits } from './permits.js'
import { registerQuote } from './quote.js'
import { registerQuoteV3 } from './quoteV3.js'
import { registerOverview } from './registerOverview.js'
import { registerRequests } from './requests/registerRequests.js'
import { registerStatus } from './status.js'
import { checkKeys, countCalls, registerUsage } from './usage.js'
import { registerAuthorize, registerVenue } from './venue.js'

const bodyLimit = 1024 * 1024
const keepAliveTimeoutMs = 5_000
const checksPerTimeout = 4

/** Creates the service's HTTP server, with the control under a path of its own. */
export function createHttpServer(context: MockContext, control: MockControl): FastifyInstance {
  const { headersTimeoutMs, requestTimeoutMs, maxConnections } = context.http.limits
  const server = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: Math.max(requestTimeoutMs, headersTimeoutMs),
    keepAliveTimeout: keepAliveTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(Math.min(headersTimeoutMs, requestTimeoutMs) / checksPerTimeout),
    },
    frameworkErrors: answerBrokenUrl,
  })
  limitConnections(server.server, maxConnections)
  answerErrors(server)
  allowBrowsers(server)
  answerRetirements(server, context)
  checkKeys(server, context)
  limitRates(server, context)
  injectFaults(server, context)
  countCalls(server, context)
  rejectAmbiguousJson(server)
  rejectDeepBodies(server)
  answerUnknownPaths(server)
  registerQuote(server, context)
  if (isPublic(context.idForm, 'quoteV3')) registerQuoteV3(server, context)
  registerConfig(server, context)
  registerStatus(server, context)
  registerDepositAddresses(server, context)
  registerRequests(server, context)
  registerChains(server, context)
  registerCurrencies(server, context)
  registerAppFees(server, context)
  registerUsage(server, context)
  registerAuthorize(server, context)
  registerVenue(server, context)
  registerExecution(server, context)
  registerPermits(server, context)
  registerIndexing(server, context)
  registerDocument(server, context)
  registerOverview(server)
  registerControl(server, control)
  return server
}

/** Lets web pages of any origin call the service, as the public service does. They can't call the control. */
function allowBrowsers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isForControl(request)) return
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'retry-after, deprecation, sunset, link')
    if (request.method !== 'OPTIONS') return
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '600',
      })
      .send()
  })
}

const defaultDelayMs = 1_000
const defaultRetryAfterSeconds = 1

/** Injects faults into every answer except the control's. */
function injectFaults(server: FastifyInstance, context: MockContext): void {
  const { faults } = context
  const closed = new AbortController()
  server.addHook('preClose', async () => closed.abort())

  server.addHook('onRequest', async (request, reply) => {
    if (isForControl(request) || request.method === 'OPTIONS') return
    const fault = faults.take('rateLimit', request.url)
    if (!fault) return
    return rejectRate(request, reply, fault.retryAfterSeconds ?? defaultRetryAfterSeconds, context)
  })

  // The operation runs first, then the answer is lost, late or broken, as in a network failure.
  server.addHook('onSend', async (request, reply, payload) => {
    if (isForControl(request) || request.method === 'OPTIONS' || reply.statusCode === 429) return payload
    const delay = faults.take('delayResponse', request.url)
    if (delay) {
      const wait = sleep(delay.delayMs ?? defaultDelayMs, undefined, { signal: closed.signal })
      await wait.catch(() => undefined)
    }
    if (faults.take('dropResponse', request.url)) {
      reply.hijack()
      request.raw.socket.destroy()
      return payload
    }
    return faults.take('malformedResponse', request.url) ? '{"message": "cut' : payload
  })
}

type Route = { method: string; path: string }

const shownLength = 100

/** Answers an unknown path with 404, and a known path with another method with 405. */
function answerUnknownPaths(server: FastifyInstance): void {
  const routes: Route[] = []
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') routes.push({ method: name, path: url })
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '')
    const methods = routes.filter((route) => matches(route.path, path)).map(({ method }) => method)
    const shown = path.length > shownLength ? `${path.slice(0, shownLength)}…` : path
    if (methods.length === 0) {
      const message = `No route ${request.method} ${shown}`
      return sendError(request, reply, new CallerError('UNKNOWN_ERROR', message, { status: 404 }))
    }
    reply.header('allow', methods.join(', '))
    const message = `${shown} is for ${methods.join(' and ')}, not ${request.method}.`
    return sendError(request, reply, new CallerError('UNKNOWN_ERROR', message, { status: 405 }))
  })
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const parts = path.split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}
