import Fastify, { type FastifyInstance } from 'fastify'
import type { MockContext } from '../context.js'
import type { MockControl } from '../control.js'
import { allowBrowsers } from './allowBrowsers.js'
import { answerBrokenRequest, answerBrokenUrl } from './answerBrokenRequest.js'
import { answerErrors } from './answerErrors.js'
import { answerUnknownPaths } from './answerUnknownPaths.js'
import { registerAppFees } from './appFees.js'
import { registerAuthorize } from './authorize.js'
import { registerChains } from './chains.js'
import { checkKeys } from './checkKeys.js'
import { registerConfig } from './config.js'
import { registerControl } from './control/registerControl.js'
import { countCalls } from './countCalls.js'
import { registerCurrencies } from './currencies.js'
import { registerDepositAddresses } from './depositAddresses.js'
import { registerDocumentation } from './documentation.js'
import { registerExecution } from './execution.js'
import { registerIndexing } from './indexing.js'
import { limitRates } from './limitRates.js'
import { registerLiquidity } from './liquidity.js'
import { registerPermits } from './permits.js'
import { registerPrice } from './price.js'
import { registerQuote } from './quote.js'
import { refuseDeepBodies } from './refuseDeepBodies.js'
import { announceEnd } from './requests/deprecation.js'
import { registerRequests } from './requests/registerRequests.js'
import { registerSignature } from './signature.js'
import { spoilAnswers } from './spoilAnswers.js'
import { registerStatus } from './status.js'
import { registerUsage } from './usage.js'
import { registerVenue } from './venue.js'

const bodyLimit = 1024 * 1024
const keepAliveTimeoutMs = 5_000
const mostChecksPerTimeout = 4

/** The service's HTTP interface, and the control's below a path of its own. */
export function createHttpServer(context: MockContext, control: MockControl): FastifyInstance {
  const { headersTimeoutMs, requestTimeoutMs, maxConnections } = context.http.limits
  const server = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: Math.max(requestTimeoutMs, headersTimeoutMs),
    keepAliveTimeout: keepAliveTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(
        Math.min(headersTimeoutMs, requestTimeoutMs) / mostChecksPerTimeout,
      ),
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBrokenUrl,
  })
  server.server.maxConnections = maxConnections
  answerErrors(server)
  allowBrowsers(server)
  announceEnd(server)
  checkKeys(server, context)
  limitRates(server, context)
  spoilAnswers(server, context)
  countCalls(server, context)
  refuseDeepBodies(server)
  const routes = answerUnknownPaths(server)
  registerQuote(server, context)
  registerPrice(server, context)
  registerConfig(server, context)
  registerSignature(server, context)
  registerStatus(server, context)
  registerRequests(server, context)
  registerDepositAddresses(server, context)
  registerChains(server, context)
  registerLiquidity(server, context)
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
