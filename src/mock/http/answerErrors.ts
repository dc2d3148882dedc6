import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError } from '../callerError.js'
import { MockRestoredError } from '../errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    errorCode: string | undefined
  }
}

/** The errors of some operations have their own form. All others have `message` and `errorCode`. */
const forms: Readonly<Record<string, (error: CallerError) => Record<string, unknown>>> = {
  error: ({ message }) => ({ error: message }),
  code: ({ message, code }) => ({ message, code }),
  message: ({ message }) => ({ message }),
}

const formOfPath: Readonly<Record<string, keyof typeof forms>> = {
  '/execute': 'error',
  '/currencies/token/price': 'error',
  '/currencies/token/price/v2': 'error',
  '/requests/:requestId/signature': 'code',
  '/requests/:requestId/signature/v2': 'code',
  '/chains/health': 'code',
  '/config/v2': 'code',
  '/execute/permits': 'message',
  '/app-fees/:wallet/balances': 'message',
  '/app-fees/:wallet/claim': 'message',
  '/app-fees/:wallet/claims': 'message',
  '/swap-sources': 'message',
  '/fast-fill': 'message',
  '/transactions/index': 'message',
  '/transactions/single': 'message',
  '/transactions/deposit-address/reindex': 'message',
  '/deposit-addresses/v1': 'message',
  '/requests/v2': 'message',
  '/requests/v3': 'message',
  '/metrics/usage': 'message',
}

/**
 * Answers errors in the form of each operation.
 *
 * Mistakes of the caller get 4xx. Bugs of the mock get 500 without details.
 */
export function answerErrors(server: FastifyInstance): void {
  server.decorateRequest('errorCode', undefined)
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof CallerError) return sendError(request, reply, error)
    if (error instanceof MockRestoredError) {
      const conflict = { status: 409, fields: { name: error.name } }
      return sendError(request, reply, new CallerError('UNKNOWN_ERROR', error.shortMessage, conflict))
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const kept = status === 413 || status === 408 ? status : 400
      return sendError(request, reply, new CallerError('UNKNOWN_ERROR', error.message, { status: kept }))
    }
    return sendError(request, reply, new CallerError('UNKNOWN_ERROR', 'The mock failed.', { status: 500 }))
  })
}

/** Returns the names of the fields with which an operation answers an error. */
export function errorFieldsOf(path: string): readonly string[] {
  const form = forms[formOfPath[path] ?? '']
  return form ? Object.keys(form(new CallerError('UNKNOWN_ERROR', ''))) : ['message', 'errorCode']
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: CallerError): FastifyReply {
  request.errorCode = error.code
  const name = error.status === 429 ? 'message' : formOfPath[request.routeOptions.url ?? '']
  const form = forms[name ?? '']
  const body = form?.(error) ?? { message: error.message, errorCode: error.code }
  return reply.status(error.status).send({ ...body, ...error.fields })
}

/** Answers a URL that can't be decoded or has a part that is too long. */
export function answerBrokenUrl(_error: Error, _request: unknown, reply: FastifyReply): void {
  reply
    .status(400)
    .header('access-control-allow-origin', '*')
    .send({ message: "The URL can't be read.", errorCode: 'UNKNOWN_ERROR' })
}
