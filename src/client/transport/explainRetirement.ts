import type { ServiceOperation } from '../../service/profile/operations.js'
import { ServiceHttpError, ServiceRetiredError } from '../errors.js'

/**
 * Explains a refusal of an operation that has ended, from the profile's entry for the operation.
 *
 * - Status 410 means that the operation has ended.
 * - Status 404 means the same once the profile's date has passed, unless the operation reports that it did not find something.
 * - Status 429 means the same if the profile marks the operation as throttled until its end.
 * - A date alone disables nothing.
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

/**
 * Whether the operation itself reports that it found nothing. A server without the route only answers that the route was not
 * found, or sends no message.
 */
function saysNotFound({ code, serviceMessage = '' }: ServiceHttpError): boolean {
  if (code !== undefined) return true
  return serviceMessage !== '' && !/^((route\b.* )?not found|cannot (get|post)\b.*)\.?$/i.test(serviceMessage)
}
