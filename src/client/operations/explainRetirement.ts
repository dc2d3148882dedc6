import type { ServiceOperation } from '../../service/profile/operations.js'
import { ServiceHttpError, ServiceRetiredError } from '../errors.js'

/**
 * Explains a refusal of an operation that has ended, by what the profile knows of it.
 *
 * - Rule: 410 says so itself; 404 says so once the profile's end has passed. No date turns the operation off by itself.
 */
export function explainRetirement(error: unknown, { successor, ends }: ServiceOperation): unknown {
  if (!(error instanceof ServiceHttpError) || successor === undefined) return error
  const hasEnded = ends !== undefined && Date.now() >= Date.parse(ends)
  if (error.status !== 410 && !(error.status === 404 && hasEnded)) return error
  const when = ends === undefined ? 'The service ended the operation.' : `The service ended it on ${ends}.`
  return new ServiceRetiredError({ ...error, successor, remedy: when })
}
