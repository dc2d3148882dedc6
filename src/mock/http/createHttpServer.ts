import Fastify, { type FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import type { MockControl } from '../control.js'
import { allowBrowsers } from './allowBrowsers.js'
import { answerBrokenUrl, answerErrors } from './answerErrors.js'
import { answerUnknownPaths } from './answerUnknownPaths.js'
import { registerAppFees } from './appFees.js'
import { registerChains } from './chains.js'
import { registerConfig } from './config.js'
import { registerControl } from './control/registerControl.js'
import { registerCurrencies } from './currencies.js'
import { registerDocumentation } from './documentation.js'
import { registerExecution } from './execution.js'
import { registerIndexing } from './indexing.js'
import { injectFaults } from './injectFaults.js'
import { checkKeys, countCalls } from './keyHooks.js'
import { limitConnections } from './limitConnections.js'
import { limitRates } from './limitRates.js'
import { registerPermits } from './permits.js'
import { registerQuote } from './quote.js'
import { rejectAmbiguousJson } from './rejectAmbiguousJson.js'
import { rejectDeepBodies } from './rejectDeepBodies.js'
import { addDeprecationHeaders } from './requests/deprecation.js'
import { registerRequests } from './requests/registerRequests.js'
import { registerStatus } from './status.js'
import { registerUsage } from './usage.js'
import { registerAuthorize, registerVenue } from './venue.js'

const bodyLimit = 1024 * 1024
const keepAliveTimeoutMs = 5_000
const checksPerTimeout = 4

/** The HTTP interface of the service, and of the control under its own path. */
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
  addDeprecationHeaders(server)
  checkKeys(server, context)
  limitRates(server, context)
  injectFaults(server, context)
  countCalls(server, context)
  rejectAmbiguousJson(server)
  rejectDeepBodies(server)
  const routes = answerUnknownPaths(server)
  registerQuote(server, context)
  registerConfig(server, context)
  registerStatus(server, context)
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
  registerDocumentation(server, routes)
  registerControl(server, control)
  return server
}
