import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../serviceError.js'

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses a page of another origin, also one whose name was made to point to this machine.
 *
 * @throws {@link ServiceError} 403
 */
export async function requireLocalCaller({ headers: { host, origin } }: FastifyRequest): Promise<void> {
  const isHere = isLocal(`http://${host}`) && (origin === undefined || isLocal(origin))
  if (isHere) return
  throw new ServiceError('FORBIDDEN', 'The control is for programs on this machine alone.', { status: 403 })
}

function isLocal(url: string): boolean {
  return URL.canParse(url) && names.includes(new URL(url).hostname)
}
