import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Faults } from '../faults.js'
import { isForControl } from './control/controlPath.js'
import { rejectRate } from './limitRates.js'

const defaultDelayMs = 1_000
const defaultRetryAfterSeconds = 1

/** Injects the faults of answers, except into the control's. */
export function injectFaults(server: FastifyInstance, { faults }: { faults: Faults }): void {
  const closed = new AbortController()
  server.addHook('preClose', async () => closed.abort())

  server.addHook('onRequest', async (request, reply) => {
    if (isForControl(request) || request.method === 'OPTIONS') return
    const fault = faults.take('rateLimit', request.url)
    if (!fault) return
    return rejectRate(request, reply, fault.retryAfterSeconds ?? defaultRetryAfterSeconds)
  })

  // The work is done before the answer is lost, late or broken, as when a network fails.
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
