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
 * - Statuses 400 and 401 come from the service: it answers an unknown request with 400 and an unknown key with 401, while another
 *   API has nothing at that path. Temporary failures such as 429 and 5xx prove nothing.
 * - After any other refusal, or an answer of another form, the function requests the list of chains. It returns true if that
 *   request is refused too, or its answer has another form.
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

/** Returns the error if the service itself ended the operation. Undefined if another server answered at its URL. */
export async function findRetirement(
  error: unknown,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<ServiceRetiredError | undefined> {
  if (!(error instanceof ServiceRetiredError)) return undefined
  return (await isOtherService(error, client)) ? undefined : error
}
