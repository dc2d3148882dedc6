import type { FastifyInstance } from 'fastify'
import type { Keys } from '../keys.js'
import { isForControl } from './control/controlPath.js'

/** Refuses a key that is not known, also where none is needed: a caller with a mistyped one should not go on without. */
export function checkKeys(server: FastifyInstance, { keys }: { keys: Keys }): void {
  server.addHook('onRequest', async (request) => {
    if (!isForControl(request)) keys.readKey(request)
  })
}
