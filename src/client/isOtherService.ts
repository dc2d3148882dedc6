import { InvalidResponseError, type ServiceError, ServiceHttpError, ServiceRetiredError } from './errors.js'
import { isForeignAnswer } from './isForeignAnswer.js'
import type { ServiceClient } from './serviceClient.js'

/** Statuses that mean "not now" and say nothing about the request. */
const temporary = [408, 425, 429]

export function isTemporary(error: ServiceError): boolean {
  if (!(error instanceof ServiceHttpError) || error.status === 511) return false
  return error.status >= 500 || error.status === 0 || temporary.includes(error.status)
}

/**
 * Whether something other than the service answered.
 *
 * - The service refuses an unknown request with 400 and an unknown key with 401. Another API has nothing at that path. For any
 *   other refusal, or an answer of another form, the function requests the list of chains. It returns true if that request is
 *   refused too, or its answer has another form.
 */
export async function isOtherService(
  error: ServiceError,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<boolean> {
  if (isTemporary(error)) return false
  if (isForeignAnswer(error)) return true
  const isDoubtful =
    error instanceof ServiceHttpError ? ![400, 401].includes(error.status) : error.kind === 'invalidResponse'
  if (!isDoubtful) return false
  const failure = await client.getChains().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (isForeignAnswer(failure) || failure instanceof InvalidResponseError) return true
  return failure instanceof ServiceHttpError && !isTemporary(failure)
}

/** Returns the error if the service itself, and nothing else at its URL, has ended the operation. */
export async function findRetirement(
  error: unknown,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<ServiceRetiredError | undefined> {
  if (!(error instanceof ServiceRetiredError)) return undefined
  return (await isOtherService(error, client)) ? undefined : error
}
