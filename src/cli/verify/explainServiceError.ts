import {
  InvalidResponseError,
  ServiceError,
  ServiceHttpError,
  ServiceTimeoutError,
} from '../../client/errors.js'
import { isForeignAnswer } from '../../client/isForeignAnswer.js'
import { isOtherService, isTemporary } from '../../client/isOtherService.js'
import type { ServiceClient } from '../../client/serviceClient.js'
import { ServiceAnswerError, UnreachableError, UsageError } from '../errors.js'
import { apiKeyVariable } from '../options.js'
import { printable } from '../output.js'

export type AskedService = {
  url: string
  apiKey?: string | undefined
  client: Pick<ServiceClient, 'getChains'>
}

/**
 * Turns an error of the service client into {@link UnreachableError}, {@link ServiceAnswerError} with the service's
 * message or the malformed field, or {@link UsageError} if the service does not know the key. Returns other errors as
 * they are.
 */
export async function explainServiceError(error: unknown, asked: AskedService): Promise<unknown> {
  if (!(error instanceof ServiceError)) return error
  // The origin is enough to name the service.
  const service = new URL(asked.url).origin
  if (await isOtherService(error, asked.client)) {
    return new UnreachableError(
      `Something other than the service answered at ${service}: ${describeForeign(error)}.`,
      { metaMessages: ['Check the URL with its path, and that the network needs no login page.'] },
    )
  }
  if (error instanceof InvalidResponseError) {
    return new ServiceAnswerError(`The service's answer is malformed: ${printable(error.shortMessage)}`)
  }
  if (error instanceof ServiceHttpError) return explainStatus(error, service, asked.apiKey)
  const reason =
    error instanceof ServiceTimeoutError ? `no answer within ${error.timeoutMs / 1000} s` : error.details
  return new UnreachableError(
    `${service} could not be reached: ${printable(reason ?? 'the connection broke')}.`,
    { metaMessages: ['Check the URL and the network.'] },
  )
}

function describeForeign(error: ServiceError): string {
  if (!(error instanceof ServiceHttpError)) return isForeignAnswer(error) ? 'no JSON' : 'other JSON'
  return error.status < 400 ? 'a redirect' : `status ${error.status}`
}

function explainStatus(
  error: ServiceHttpError,
  service: string,
  apiKey: string | undefined,
): UnreachableError | ServiceAnswerError | UsageError {
  const { status, serviceMessage } = error
  if (apiKey !== undefined && status === 401) {
    return new UsageError(`${service} does not know the key in ${apiKeyVariable}.`, {
      metaMessages: ['An attestation needs no key: correct the variable, or unset it.'],
    })
  }
  const reason = serviceMessage === undefined ? '' : `: ${printable(serviceMessage).replace(/\.$/, '')}`
  if (isTemporary(error)) {
    return new UnreachableError(`${service} answered with status ${status}${reason}.`, {
      metaMessages: ['Try again later.'],
    })
  }
  return new ServiceAnswerError(`${service} refused the request, status ${status}${reason}.`, {
    metaMessages: ['Check the request id, and that the URL belongs to the service that quoted the request.'],
  })
}
