import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../serviceError.js'

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Rejects pages of other origins, even those whose name resolves to this machine.
 *
 * @throws {@link ServiceError} 403
 */
export async function requireLocalCaller({ headers: { host, origin } }: FastifyRequest): Promise<void> {
  const isHere = isLocal(`http://${host}`) && (origin === undefined || isLocal(origin))
  if (isHere) return
  throw new ServiceError('FORBIDDEN', 'Only programs on this machine may use the control.', { status: 403 })
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && names.includes(new URL(url).hostname)
}
