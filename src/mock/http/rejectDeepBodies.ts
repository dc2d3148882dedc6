import type { FastifyInstance } from 'fastify'
import { ServiceError } from './serviceError.js'

/** No operation nests more, and a deeper body could overflow the stack of `JSON.stringify`. */
const maxDepth = 64

export function rejectDeepBodies(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ body }) => {
    if (isDeeper(body, maxDepth)) {
      throw new ServiceError('UNKNOWN_ERROR', `body: must not be nested more than ${maxDepth} levels.`)
    }
  })
}

/** Level by level, so that depth costs no stack. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) return true
    level = level.flatMap((object) => Object.values(object)).filter(isObject)
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
