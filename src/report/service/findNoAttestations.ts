import { findRetirement } from '../../client/isOtherService.js'
import type { ServiceClient } from '../../client/serviceClient.js'

/** Returns a note if the error means that the service publishes no attestations at all. That is not a failure. */
export async function findNoAttestations(
  error: unknown,
  client: Pick<ServiceClient, 'getChains'>,
): Promise<string | undefined> {
  const retired = await findRetirement(error, client)
  return retired && `The service publishes no attestations${retired.ends ? ` since ${retired.ends}` : ''}`
}
