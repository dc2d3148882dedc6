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
 * Whether something else than the service answered.
 *
 * - Rule: the service refuses an unknown request with 400 and an unknown key with 401; another API has nothing at that
 *   path. So any other refusal, and an answer of another form, counts only where the service lists its chains.
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

/** Returns the error where the service itself, and nothing else at its URL, has ended the operation. */
export async function findRetirement(
  error: unknown,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<ServiceRetiredError | undefined> {
  if (!(error instanceof ServiceRetiredError)) return undefined
  return (await isOtherService(error, client)) ? undefined : error
}
