import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operationOf } from '../../service/profile/operations.js'
import { relayProfile } from '../../service/profile/relayProfile.js'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { createQuote } from '../quote/createQuote.js'
import type { QuoteStep } from '../quote/steps.js'
import { takePermit } from './permits.js'
import { describeRequestFees } from './requests/describeRequestFees.js'

/** The service documents 15 minutes. */
const tokenSeconds = 900

const pathOf = (name: 'quoteV3' | 'permits' | 'permitsV2') => operationOf(relayProfile, name).path

/**
 * Registers quotes of version 3, their permits, and access tokens, which only the public form has.
 *
 * Source: the service's documentation of 25 November 2026. Nobody has seen a whole answer: details, protocol, the names
 * of fees and the fields of errors are inferred.
 */
export function registerQuoteV3(server: FastifyInstance, context: MockContext): void {
  const { keys, clock, ledger } = context

  /** Returns the API key of a caller that sent a key or an access token. */
  function readCaller(request: FastifyRequest): string {
    const { authorization, 'x-api-key': key } = request.headers
    if (key !== undefined && authorization !== undefined) {
      throw new CallerError('UNKNOWN_ERROR', 'Provide an API key or an access token, not both.')
    }
    const apiKey = keys.readKey(request)
    if (apiKey !== undefined) return apiKey
    throw new CallerError('UNAUTHORIZED_QUOTE', 'Please provide an api key', { status: 401 })
  }

  server.post('/access-tokens', (request, reply) => {
    const expiresMs = clock.now() + tokenSeconds * 1000
    const token = keys.createToken(keys.requireKey(request), expiresMs)
    const answer = {
      token,
      tokenType: 'Bearer',
      expiresAt: new Date(expiresMs).toISOString(),
      scope: 'public-api',
    }
    return reply.header('cache-control', 'no-store').send(answer)
  })
  server.post(pathOf('quoteV3'), async (request) => {
    const { steps, ...quote } = await createQuote(request.body, context, readCaller(request))
    const record = ledger.findByOrder(quote.protocol.v2.orderId)!
    return {
      ...quote,
      requestId: record.id,
      steps: steps.flatMap((step) => toFlatSteps(step, record.terms)),
      fees: describeRequestFees(record),
    }
  })
  server.post(pathOf('permitsV2'), ({ body, query }) => takePermit(context, { body, query }))
}

function toFlatSteps(
  { items, requestId: _requestId, depositAddress, ...step }: QuoteStep,
  { user, refundTo = user }: { user: string; refundTo?: string | undefined },
) {
  const address = depositAddress && {
    depositAddress: { address: depositAddress, type: 'strict', depositor: user, recoveryAddress: refundTo },
  }
  return items.map(({ data, ...item }) => ({ ...step, ...address, ...item, data: toDataV3(data) }))
}

/** Converts a step's data to version 3: a permit is posted to the operation `permitsV2`, and a transaction has `gasPrice`. */
function toDataV3(data: Record<string, unknown>): Record<string, unknown> {
  const { maxFeePerGas, post } = data as { maxFeePerGas?: string; post?: { endpoint: string } }
  if (post?.endpoint === pathOf('permits'))
    return { ...data, post: { ...post, endpoint: pathOf('permitsV2') } }
  return maxFeePerGas === undefined ? data : { ...data, gasPrice: maxFeePerGas }
}
