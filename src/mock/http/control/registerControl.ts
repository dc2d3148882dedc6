import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { writeBigint } from '../../../base/writeBigint.js'
import { CallerError } from '../../callerError.js'
import type { MockControl } from '../../control.js'
import { MockOptionError } from '../../errors.js'
import { controlPath } from './controlPath.js'
import { controls } from './controls.js'

/** Registers the control routes, for tests in other languages. An operation without a result answers an empty object. */
export function registerControl(server: FastifyInstance, control: MockControl): void {
  server.get(controlPath, { onRequest: requireLocalCaller }, () => ({
    levers: controls.map(({ method, path, does, body }) => ({
      method,
      path: controlPath + path,
      does,
      ...(body && { body: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) }),
    })),
  }))

  for (const { method, path, run } of controls) {
    server.route({
      method,
      url: controlPath + path,
      onRequest: requireLocalCaller,
      errorHandler(error) {
        // An invalid option is the caller's mistake.
        throw error instanceof MockOptionError ? new CallerError('UNKNOWN_ERROR', error.shortMessage) : error
      },
      async handler(request, reply) {
        const answer = (await run(control, request)) ?? {}
        const text = JSON.stringify(answer, writeBigint)
        return reply.type('application/json; charset=utf-8').send(text)
      },
    })
  }
}

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Rejects web pages of other origins, even if their host name resolves to this machine.
 *
 * @throws {@link CallerError} 403
 */
async function requireLocalCaller({ headers: { host, origin } }: FastifyRequest): Promise<void> {
  const isHere = isLocal(`http://${host}`) && (origin === undefined || isLocal(origin))
  if (isHere) return
  throw new CallerError('FORBIDDEN', 'Only programs on this machine may use the control.', { status: 403 })
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && names.includes(new URL(url).hostname)
}
