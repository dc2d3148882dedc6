import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { MockControl } from '../../control.js'
import { MockOptionError } from '../../errors.js'
import { readInput } from '../readInput.js'
import { ServiceError } from '../serviceError.js'
import { controlPath } from './controlPath.js'
import { levers } from './levers.js'
import { requireLocalCaller } from './requireLocalCaller.js'

/** The levers of the control, for other languages. An answer that has nothing to tell is an empty object. */
export function registerControl(server: FastifyInstance, control: MockControl): void {
  server.get(controlPath, { onRequest: requireLocalCaller }, () => ({
    levers: levers.map(({ method, path, does, body }) => ({
      method,
      path: controlPath + path,
      does,
      ...(body && { body: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) }),
    })),
  }))

  for (const { method, path, params, body, run } of levers) {
    server.route({
      method,
      url: controlPath + path,
      onRequest: requireLocalCaller,
      async handler(request, reply) {
        const input = {
          params: readInput(params ?? z.unknown(), request.params),
          body: body ? readInput(body, request.body) : undefined,
        }
        const answer = await runLever(() => run(control, input as never))
        return reply
          .type('application/json; charset=utf-8')
          .send(
            JSON.stringify(answer ?? {}, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
          )
      },
    })
  }
}

/** What a lever refuses is the caller's fault. */
async function runLever(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof MockOptionError) throw new ServiceError('INVALID_REQUEST', error.shortMessage)
    throw error
  }
}
