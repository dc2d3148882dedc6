import type { ServiceOperation } from '../../service/profile/operations.js'
import { ServiceHttpError, ServiceRetiredError } from '../errors.js'

/**
 * Explains a refusal of an operation that has ended, from the profile's entry for the operation.
 *
 * - 410 always counts as ended. 404 counts once the profile's end has passed, unless the operation reports that it did not find
 *   something. 429 counts if the profile marks the operation as throttled until its end. No date disables anything by itself.
 */
export function explainRetirement(
  error: unknown,
  { successor, ends, throttled }: ServiceOperation,
  nowMs = Date.now(),
): unknown {
  if (!(error instanceof ServiceHttpError) || successor === undefined) return error
  const isOver = ends !== undefined && nowMs >= Date.parse(ends)
  const isRetired =
    error.status === 410 ||
    (error.status === 404 && isOver && !saysNotFound(error)) ||
    (error.status === 429 && throttled === true)
  return isRetired ? new ServiceRetiredError({ ...error, successor, ends }) : error
}

/** Whether the operation itself answered. A server without the route names the route, or nothing. */
function saysNotFound({ code, serviceMessage = '' }: ServiceHttpError): boolean {
  if (code !== undefined) return true
  return serviceMessage !== '' && !/^((route\b.* )?not found|cannot (get|post)\b.*)\.?$/i.test(serviceMessage)
}
