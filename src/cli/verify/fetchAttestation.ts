import type { Hex } from 'viem'
import type { RetryOptions } from '../../client/createConnection.js'
import { createServiceClient } from '../../client/createServiceClient.js'
import {
  InvalidResponseError,
  ServiceError,
  ServiceHttpError,
  ServiceTimeoutError,
} from '../../client/errors.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ServiceAnswerError, UnreachableError, UsageError } from '../errors.js'
import { apiKeyVariable } from '../options.js'
import { printable } from '../output.js'

export type FetchAttestationParameters = {
  profile: ServiceProfile
  /** The service's base URL. */
  url: string
  requestId: Hex
  /** `v1` by default. */
  layout?: 'v1' | 'v2'
  apiKey?: string | undefined
  timeoutMs?: number
  retry?: RetryOptions
}

/** What says "not now" and nothing about the request. */
const passing = [408, 425, 429]

/**
 * Fetches the attestation of a request.
 *
 * - Trust: the answer is the service's word, until it is verified.
 *
 * @throws {@link UnreachableError}, {@link ServiceAnswerError} with the service's message or the malformed field, or
 * {@link UsageError} when the service does not know the key.
 */
export async function fetchAttestation({
  profile,
  url,
  requestId,
  layout = 'v1',
  apiKey,
  timeoutMs = 15_000,
  retry,
}: FetchAttestationParameters): Promise<Attestation> {
  const client = createServiceClient({ profile, baseUrl: url, apiKey, timeoutMs, retry })
  try {
    return await client.getAttestation({ requestId, layout })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { origin } = new URL(url)
    if (apiKey !== undefined && error instanceof ServiceHttpError && error.status === 401) {
      throw new UsageError(`${origin} does not know the key in ${apiKeyVariable}.`, {
        metaMessages: ['An attestation needs no key: correct the variable, or unset it.'],
      })
    }
    throw explain(error, origin)
  }
}

/** Tells what says something about the request from what says nothing. `service` is no more than where the URL leads. */
function explain(error: ServiceError, service: string): UnreachableError | ServiceAnswerError {
  if (error instanceof InvalidResponseError) {
    return new ServiceAnswerError(`The service's answer is malformed: ${printable(error.shortMessage)}`)
  }
  if (!(error instanceof ServiceHttpError)) {
    const reason =
      error instanceof ServiceTimeoutError ? `no answer within ${error.timeoutMs / 1000} s` : undefined
    return new UnreachableError(
      `${service} could not be reached: ${printable(reason ?? error.details ?? 'the connection broke')}.`,
      { metaMessages: ['Check the URL and the network.'] },
    )
  }
  const { status, serviceMessage } = error
  const said = serviceMessage === undefined ? '' : `: ${printable(serviceMessage).replace(/\.$/, '')}`
  if (status >= 500 || passing.includes(status)) {
    return new UnreachableError(`${service} answered with status ${status}${said}.`, {
      metaMessages: ['Try again later.'],
    })
  }
  return new ServiceAnswerError(`${service} refused the request, status ${status}${said}.`, {
    metaMessages: ['Check the request id, and that the URL is that of the service which quoted it.'],
  })
}
