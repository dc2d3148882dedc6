import type { Hex } from 'viem'
import { createServiceClient } from '../../client/createServiceClient.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ServiceAnswerError } from '../errors.js'
import { readApiKey, readServiceUrl } from '../options.js'
import { fetchAttestation } from '../verify/fetchAttestation.js'
import { fetchRecord } from '../../inspect/fetchRecord.js'
import type { GivenEvidence } from './evidence.js'

/**
 * Asks the service for what it has of a request's evidence.
 *
 * - Trust: the service's word, until the receiver has checked it.
 *
 * @throws {@link UnreachableError}
 */
export async function fetchEvidence(
  requestId: Hex,
  profile: ServiceProfile,
  givenUrl: string | undefined,
): Promise<GivenEvidence> {
  const url = readServiceUrl(givenUrl, profile)
  const apiKey = readApiKey()
  const attestation = await fetchAttestation({ profile, url, requestId, apiKey }).catch((error: unknown) => {
    if (error instanceof ServiceAnswerError) return undefined
    throw error
  })
  if (apiKey === undefined) return { attestation }
  const client = createServiceClient({ profile, baseUrl: url, apiKey })
  const { orderData } = await fetchRecord(client, requestId, { wantsOrder: true })
  return { attestation, ...(orderData && { order: { orderData } }) }
}
