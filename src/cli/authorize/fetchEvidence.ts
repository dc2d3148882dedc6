import type { Hex } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ServiceAnswerError } from '../errors.js'
import { readApiKey, readServiceUrl } from '../options.js'
import { explainServiceError } from '../verify/explainServiceError.js'
import type { GivenEvidence } from './evidence.js'

/**
 * Fetches the attestation of a request, which is all the evidence that the service has.
 *
 * - Trust: the service's word, until the receiver has checked it.
 *
 * @throws {@link UnreachableError}
 */
export async function fetchEvidence(
  requestId: Hex,
  profile: ServiceProfile,
  givenUrl: string | undefined,
): Promise<Pick<GivenEvidence, 'attestation'>> {
  const url = readServiceUrl(givenUrl, profile)
  const apiKey = readApiKey()
  const client = createServiceClient({ profile, baseUrl: url, apiKey, timeoutMs: 15_000 })
  try {
    return { attestation: await client.getAttestation({ requestId, layout: 'v1' }) }
  } catch (cause) {
    const error = await explainServiceError(cause, { url, apiKey, client })
    if (error instanceof ServiceAnswerError) return { attestation: undefined }
    throw error
  }
}
